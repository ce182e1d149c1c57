/* Looks into the table: only so can an entry be torn on purpose. */
#include "search/tt.c"

#include "../chess/support.h"

#define PAIRS 20000

static uint64_t seed;

static TableEntry random_entry(void) {
    const uint64_t bits = random_next(&seed);
    return (TableEntry){
        .move = (Move)(bits | 1),
        .score = (int)(bits >> 16 & 0x3FFF) - 0x2000,
        .evaluation = (int)(bits >> 30 & 0x3FFF) - 0x2000,
        .depth = (int)(bits >> 44 & 0x7F),
        .bound = (Bound)(1 + (bits >> 52) % 3),
        .pv = bits >> 63,
    };
}

/* The two words of an entry, alone in its cluster. */
typedef struct Words {
    uint64_t data;
    uint32_t check;
} Words;

static Words words_of(TranspositionTable *table, uint64_t key, const TableEntry *entry) {
    Cluster *cluster = cluster_of(table, key);
    memset(cluster, 0, sizeof *cluster);
    tt_store(table, key, 0, entry);
    for (int i = 0; i < CLUSTER_ENTRIES; i++)
        if (cluster->check[i] != 0 || cluster->data[i] != 0)
            return (Words){cluster->data[i], cluster->check[i]};
    fail_msg("nothing was stored");
    return (Words){0};
}

static bool found(TranspositionTable *table, uint64_t key, uint64_t data, uint32_t check) {
    Cluster *cluster = cluster_of(table, key);
    TableEntry entry;
    memset(cluster, 0, sizeof *cluster);
    cluster->data[1] = data;
    cluster->check[1] = check;
    return tt_probe(table, key, 0, &entry);
}

/* Half an entry of one position with half of another is an entry of neither. */
static void two_positions_do_not_mix(void **state) {
    TranspositionTable *table = *state;
    for (int i = 0; i < PAIRS; i++) {
        const uint64_t place = random_next(&seed) & ~0xFFFFFFFFFFULL;
        const uint64_t a = place | (random_next(&seed) & 0xFFFFFFFFFFULL);
        const uint64_t b = place | (random_next(&seed) & 0xFFFFFFFFFFULL);
        const TableEntry first = random_entry(), second = random_entry();
        const Words one = words_of(table, a, &first), two = words_of(table, b, &second);
        assert_true(found(table, a, one.data, one.check));
        assert_true(found(table, b, two.data, two.check));
        assert_false(found(table, a, one.data, two.check));
        assert_false(found(table, a, two.data, one.check));
        assert_false(found(table, b, one.data, two.check));
        assert_false(found(table, b, two.data, one.check));
    }
}

static void two_searches_of_a_position_do_not_mix(void **state) {
    TranspositionTable *table = *state;
    for (int i = 0; i < PAIRS; i++) {
        const uint64_t key = random_next(&seed);
        const TableEntry first = random_entry(), second = random_entry();
        const Words one = words_of(table, key, &first), two = words_of(table, key, &second);
        if (one.data == two.data)
            continue;
        assert_false(found(table, key, one.data, two.check));
        assert_false(found(table, key, two.data, one.check));
    }
}

static void no_single_bit_goes_unnoticed(void **state) {
    TranspositionTable *table = *state;
    for (int i = 0; i < 200; i++) {
        const uint64_t key = random_next(&seed);
        const TableEntry entry = random_entry();
        const Words words = words_of(table, key, &entry);
        for (int bit = 0; bit < 64; bit++)
            assert_false(found(table, key, words.data ^ 1ULL << bit, words.check));
        for (int bit = 0; bit < 32; bit++)
            assert_false(found(table, key, words.data, words.check ^ 1U << bit));
    }
}

static int begin(void **state) {
    seed = 1;
    *state = tt_create(1, NULL);
    return *state ? 0 : -1;
}

static int end(void **state) {
    tt_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_positions_do_not_mix, begin, end),
        cmocka_unit_test_setup_teardown(two_searches_of_a_position_do_not_mix, begin, end),
        cmocka_unit_test_setup_teardown(no_single_bit_goes_unnoticed, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
