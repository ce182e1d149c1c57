/* One table of several processes, here several tables of one process in the same memory. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/random.h"
#include "search/tt.h"

#define OWNERS 2

typedef struct Bench {
    TableShare shares[OWNERS];
    TranspositionTable *tables[OWNERS];
} Bench;

static const MemoryWish WISH = {.pages = PAGES_TRANSPARENT};
static const TableEntry ENTRY = {.move = 5, .score = 40, .depth = 12, .bound = BOUND_EXACT};

static int set_up(void **state) {
    static Bench bench;
    MemoryShare memory;
    if (!memory_share_make(&memory, "test", tt_share_bytes(1, OWNERS)))
        return -1;
    for (int i = 0; i < OWNERS; i++) {
        bench.shares[i] = (TableShare){memory, i, OWNERS};
        bench.tables[i] = tt_create_shared(1, &bench.shares[i], &WISH);
        if (!bench.tables[i] || !tt_populate_part(bench.tables[i], 0, 1))
            return -1;
    }
    *state = &bench;
    return 0;
}

static int tear_down(void **state) {
    Bench *bench = *state;
    for (int i = 0; i < OWNERS; i++)
        tt_destroy(bench->tables[i]);
    memory_share_end(&bench->shares[0].memory);
    return 0;
}

static bool holds(const TranspositionTable *table, uint64_t key) {
    TableEntry entry;
    return tt_probe(table, key, 0, &entry);
}

static void each_finds_what_the_other_stores(void **state) {
    const Bench *bench = *state;
    uint64_t key = 1;
    for (int i = 0; i < 1000; i++) {
        random_next(&key);
        assert_false(holds(bench->tables[1], key));
        tt_store(bench->tables[0], key, 0, &ENTRY);
        assert_true(holds(bench->tables[1], key));
    }
    assert_int_equal(tt_fullness(bench->tables[0]), tt_fullness(bench->tables[1]));
    assert_in_range(tt_fullness(bench->tables[0]), 1, 1000);
}

/* It has the room of both: an entry is lost when more than five meet in a cluster. */
static void sizes_add_up(void **state) {
    const Bench *bench = *state;
    const int count = 2 << 20 >> 6 << 1;
    uint64_t key = 1;
    int kept = 0;
    for (int i = 0; i < OWNERS; i++) {
        assert_int_equal(tt_size(bench->tables[i]), 1);
        assert_true(tt_is_shared(bench->tables[i]));
    }
    for (int i = 0; i < count; i++)
        tt_store(bench->tables[i % OWNERS], random_next(&key), 0, &ENTRY);
    key = 1;
    for (int i = 0; i < count; i++)
        kept += holds(bench->tables[0], random_next(&key));
    assert_in_range(kept, count / 100 * 97, count);
}

/* Whoever is later has done no more than the first. */
static void both_forget_once(void **state) {
    const Bench *bench = *state;
    tt_store(bench->tables[0], 1, 0, &ENTRY);
    for (int first = 0; first < OWNERS; first++) {
        const uint64_t key = (uint64_t)first + 2;
        assert_true(tt_forget(bench->tables[first]));
        assert_false(holds(bench->tables[!first], key - 1));
        tt_store(bench->tables[first], key, 0, &ENTRY);
        assert_true(tt_forget(bench->tables[!first]));
        assert_true(holds(bench->tables[0], key));
        assert_true(holds(bench->tables[1], key));
    }
}

/* One that forgets alone, as for `bench`, takes what the other has, and both go on. */
static void one_forgets_alone(void **state) {
    const Bench *bench = *state;
    tt_store(bench->tables[1], 1, 0, &ENTRY);
    assert_true(tt_forget(bench->tables[0]));
    assert_false(holds(bench->tables[1], 1));
    for (int round = 0; round < 3; round++) {
        tt_store(bench->tables[1], 2, 0, &ENTRY);
        assert_true(tt_forget(bench->tables[0]));
        assert_true(tt_forget(bench->tables[1]));
        assert_false(holds(bench->tables[0], 2));
    }
}

/* Entries of the last search count no more in tt_fullness(). */
static void a_search_of_both_is_one(void **state) {
    const Bench *bench = *state;
    for (int i = 0; i < OWNERS; i++)
        tt_new_search(bench->tables[i]);
    tt_new_search(bench->tables[0]);
    uint64_t key = 1;
    for (int i = 0; i < 1000; i++)
        tt_store(bench->tables[0], random_next(&key), 0, &ENTRY);
    const int full = tt_fullness(bench->tables[0]);
    assert_in_range(full, 1, 1000);
    tt_new_search(bench->tables[1]);
    assert_int_equal(tt_fullness(bench->tables[1]), full);
    tt_new_search(bench->tables[1]);
    assert_int_equal(tt_fullness(bench->tables[0]), 0);
}

static void it_stays_as_it_is(void **state) {
    const Bench *bench = *state;
    assert_false(tt_refit(bench->tables[0], 1));
    TranspositionTable *own = tt_create(1, NULL);
    assert_non_null(own);
    assert_false(tt_is_shared(own));
    tt_destroy(own);
}

static void too_little_memory_is_refused(void **state) {
    const Bench *bench = *state;
    assert_null(tt_create_shared(2, &bench->shares[0], &WISH));
    assert_null(tt_create_shared(SIZE_MAX, &bench->shares[0], &WISH));
    assert_int_equal(tt_share_bytes(3, 4), 12 << 20);
    assert_int_equal(tt_share_bytes(SIZE_MAX, 1), SIZE_MAX);
}

#define BENCH_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        BENCH_TEST(each_finds_what_the_other_stores),
        BENCH_TEST(sizes_add_up),
        BENCH_TEST(both_forget_once),
        BENCH_TEST(one_forgets_alone),
        BENCH_TEST(a_search_of_both_is_one),
        BENCH_TEST(it_stays_as_it_is),
        BENCH_TEST(too_little_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
