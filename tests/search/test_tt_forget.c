/* Emptying the table without touching it: it must be as if it had been zeroed. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/random.h"
#include "search/tt.h"

#define STORES 200000

static TableEntry random_entry(uint64_t *state) {
    uint64_t bits = random_next(state);
    return (TableEntry){
        .move = (Move)bits,
        .score = (Score)(bits >> 16 & 1023) - 512,
        .evaluation = (Score)(bits >> 26 & 1023) - 512,
        .depth = (int)(bits >> 36 & 31),
        .bound = (Bound)(1 + (bits >> 41) % 3),
        .pv = bits >> 50 & 1,
    };
}

/* Fills the table far beyond its room; several searches, so that ages differ. */
static void fill(TranspositionTable *table, uint64_t seed) {
    for (int i = 0; i < STORES; i++) {
        if (i % (STORES / 4) == 0)
            tt_new_search(table);
        uint64_t key = random_next(&seed);
        TableEntry entry = random_entry(&seed);
        tt_store(table, key, 0, &entry);
    }
}

/* Whether two tables answer alike for every key that fill() has stored. */
static void assert_alike(const TranspositionTable *a, const TranspositionTable *b, uint64_t seed) {
    int found = 0;
    for (int i = 0; i < STORES; i++) {
        uint64_t key = random_next(&seed);
        random_entry(&seed);
        TableEntry of_a = {0}, of_b = {0};
        assert_int_equal(tt_probe(a, key, 0, &of_a), tt_probe(b, key, 0, &of_b));
        assert_int_equal(of_a.score, of_b.score);
        assert_int_equal(of_a.move, of_b.move);
        assert_int_equal(of_a.depth, of_b.depth);
        assert_int_equal(of_a.bound, of_b.bound);
        found += of_a.bound != BOUND_NONE;
    }
    assert_int_equal(tt_fullness(a), tt_fullness(b));
    assert_true(found > STORES / 20);
}

static void a_forgotten_table_holds_nothing(void **state) {
    (void)state;
    TranspositionTable *table = tt_create(1, NULL);
    assert_non_null(table);
    fill(table, 1);
    assert_true(tt_fullness(table) > 0);
    assert_true(tt_forget(table));
    assert_int_equal(tt_fullness(table), 0);
    uint64_t seed = 1;
    for (int i = 0; i < STORES; i++) {
        TableEntry entry;
        assert_false(tt_probe(table, random_next(&seed), 0, &entry));
        random_entry(&seed);
    }
    tt_destroy(table);
}

static void forgetting_leaves_no_trace(void **state) {
    (void)state;
    TranspositionTable *fresh = tt_create(1, NULL);
    TranspositionTable *used = tt_create(1, NULL);
    assert_non_null(fresh);
    assert_non_null(used);
    for (uint64_t round = 0; round < 3; round++) {
        fill(used, 100 + round);
        assert_true(tt_forget(used));
    }
    fill(used, 7);
    fill(fresh, 7);
    assert_alike(used, fresh, 7);
    tt_clear_part(used, 0, 1);
    tt_clear_part(fresh, 0, 1);
    assert_int_equal(tt_fullness(used), 0);
    fill(used, 8);
    fill(fresh, 8);
    assert_alike(used, fresh, 8);
    tt_destroy(fresh);
    tt_destroy(used);
}

static void a_table_in_the_memory_of_another_is_as_a_new_one(void **state) {
    (void)state;
    TranspositionTable *table = tt_create(8, NULL);
    assert_non_null(table);
    const size_t sizes[] = {1, 3, 8, 1, 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        fill(table, 100 + i);
        assert_true(tt_refit(table, sizes[i]));
        TranspositionTable *fresh = tt_create(sizes[i], NULL);
        assert_non_null(fresh);
        assert_int_equal(tt_size(table), tt_size(fresh));
        assert_int_equal(tt_fullness(table), 0);
        fill(table, i);
        fill(fresh, i);
        assert_alike(table, fresh, i);
        tt_destroy(fresh);
    }
    tt_destroy(table);
}

static void memory_that_is_too_small_or_too_large_is_not_kept(void **state) {
    (void)state;
    TranspositionTable *small = tt_create(4, NULL);
    assert_false(tt_refit(small, 5));
    assert_false(tt_refit(small, SIZE_MAX));
    assert_int_equal(tt_size(small), 4);
    tt_destroy(small);
    TranspositionTable *large = tt_create(65, NULL);
    assert_false(tt_refit(large, 1));
    assert_int_equal(tt_size(large), 65);
    tt_destroy(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_forgotten_table_holds_nothing),
        cmocka_unit_test(forgetting_leaves_no_trace),
        cmocka_unit_test(a_table_in_the_memory_of_another_is_as_a_new_one),
        cmocka_unit_test(memory_that_is_too_small_or_too_large_is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
