#include <pthread.h>
#include <stdatomic.h>

#include "../chess/support.h"
#include "base/compiler.h"
#include "search/tt.h"

/* Several entries share a cluster; how many is the table's own affair, but it is far below this. */
#define CROWD 64

static TableEntry entry_of(Move move, Score score, int depth, Bound bound) {
    return (TableEntry){
        .move = move, .score = score, .evaluation = 7, .depth = depth, .bound = bound};
}

static TranspositionTable *table_of(size_t mib) {
    TranspositionTable *table = tt_create(mib, NULL);
    assert_non_null(table);
    return table;
}

static bool holds(const TranspositionTable *table, uint64_t key) {
    TableEntry entry;
    return tt_probe(table, key, 0, &entry);
}

/* The n-th of a crowd of keys that differ in their low bits alone, so that all meet in one place.
 */
static uint64_t crowded_key(int n) {
    return 0x5A5A000000000000ULL + (uint64_t)(n + 1) * 0x10001;
}

static void expect_entry(const TranspositionTable *table, uint64_t key, int ply,
                         const TableEntry *wanted) {
    TableEntry found;
    if (!tt_probe(table, key, ply, &found))
        fail_msg("nothing found for key %016llx", (unsigned long long)key);
    assert_int_equal(found.move, wanted->move);
    assert_int_equal(found.score, wanted->score);
    assert_int_equal(found.evaluation, wanted->evaluation);
    assert_int_equal(found.depth, wanted->depth);
    assert_int_equal(found.bound, wanted->bound);
    assert_int_equal(found.pv, wanted->pv);
}

static void an_empty_table_knows_nothing(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    uint64_t seed = 1;
    assert_false(holds(table, 0));
    assert_false(holds(table, UINT64_MAX));
    for (int i = 0; i < 10000; i++)
        assert_false(holds(table, random_next(&seed)));
    assert_int_equal(tt_fullness(table), 0);
    tt_destroy(table);
    tt_destroy(NULL);
}

static void gives_back_what_was_stored(void **state) {
    (void)state;
    TranspositionTable *table = table_of(2);
    uint64_t seed = 2;
    static const Bound BOUNDS[] = {BOUND_UPPER, BOUND_LOWER, BOUND_EXACT};
    for (int depth = 0; depth <= MAX_PLY - 1; depth++) {
        for (int i = 0; i < 60; i++) {
            const uint64_t key = random_next(&seed);
            const int bound = SCORE_EVALUATION_BOUND;
            const TableEntry entry = {
                .move = (Move)random_next(&seed),
                .score = random_below(&seed, 2 * bound + 1) - bound,
                .evaluation = i % 4 == 0 ? SCORE_NONE : random_below(&seed, 2 * bound + 1) - bound,
                .depth = depth,
                .bound = BOUNDS[i % 3],
                .pv = i % 2 == 0,
            };
            const int ply = random_below(&seed, MAX_PLY);
            tt_store(table, key, ply, &entry);
            expect_entry(table, key, ply, &entry);
            expect_entry(table, key, (ply + 77) % MAX_PLY, &entry);
        }
    }
    tt_destroy(table);
}

static void finds_the_extreme_keys(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const TableEntry entry = entry_of(move_make(E2, E4), -3, 0, BOUND_UPPER);
    const uint64_t keys[] = {0, 1, UINT64_MAX, 1ULL << 63, UINT32_MAX, ~(uint64_t)UINT32_MAX};
    for (int i = 0; i < (int)ARRAY_LENGTH(keys); i++) {
        tt_store(table, keys[i], 0, &entry);
        expect_entry(table, keys[i], 0, &entry);
    }
    tt_destroy(table);
}

/* A mate found `distance` plies below a node is that far from the node, wherever it is met again.
 */
static void mates_are_measured_from_the_node(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    uint64_t seed = 3;
    for (int stored_at = 0; stored_at < MAX_PLY; stored_at += 5) {
        for (int found_at = 0; found_at < MAX_PLY; found_at += 5) {
            const int deeper = stored_at > found_at ? stored_at : found_at;
            const int distance = random_below(&seed, MAX_PLY - deeper + 1);
            const bool winning = random_below(&seed, 2);
            const int there = distance + stored_at, here = distance + found_at;
            const uint64_t key = random_next(&seed);
            TableEntry entry = entry_of(
                MOVE_NONE, winning ? score_mate_in(there) : score_mated_in(there), 9, BOUND_EXACT);
            tt_store(table, key, stored_at, &entry);
            expect_entry(table, key, stored_at, &entry);
            entry.score = winning ? score_mate_in(here) : score_mated_in(here);
            expect_entry(table, key, found_at, &entry);
        }
    }
    tt_destroy(table);
}

static void one_position_keeps_one_entry(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const uint64_t key = crowded_key(0);
    const Move good = move_make(D2, D4), other = move_make(G1, F3);
    TableEntry entry = entry_of(good, 50, 20, BOUND_LOWER);
    tt_store(table, key, 0, &entry);

    /* A much shallower bound of the same search is worth less than what stands, but its move is the
     * newer one. */
    const TableEntry shallow = entry_of(other, -50, 2, BOUND_UPPER);
    tt_store(table, key, 0, &shallow);
    entry.move = other;
    expect_entry(table, key, 0, &entry);
    const TableEntry moveless = entry_of(MOVE_NONE, -50, 2, BOUND_UPPER);
    tt_store(table, key, 0, &moveless);
    expect_entry(table, key, 0, &entry);

    /* Deeper replaces, and so does exact; a result without a move keeps the move known before. */
    const TableEntry deeper = entry_of(other, 60, 21, BOUND_LOWER);
    tt_store(table, key, 0, &deeper);
    expect_entry(table, key, 0, &deeper);
    TableEntry exact = entry_of(MOVE_NONE, 10, 3, BOUND_EXACT);
    tt_store(table, key, 0, &exact);
    exact.move = other;
    expect_entry(table, key, 0, &exact);

    /* In a later search the newer one wins though it is shallow. */
    tt_store(table, key, 0, &deeper);
    tt_new_search(table);
    tt_store(table, key, 0, &shallow);
    expect_entry(table, key, 0, &shallow);
    tt_destroy(table);
}

static void a_record_carries_an_entry(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const Score scores[] = {12, -345, SCORE_MATE - 20, -SCORE_MATE + 20};
    for (int i = 0; i < (int)ARRAY_LENGTH(scores); i++) {
        const uint64_t key = crowded_key(i) << i;
        TableEntry entry = entry_of(1234, scores[i], 9, BOUND_LOWER);
        const TableRecord record = tt_record(key, 5, &entry);
        tt_import(table, &record);
        expect_entry(table, key, 5, &entry);
    }
    tt_destroy(table);
}

static void a_record_takes_the_place_of_what_is_less_deep(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    for (int depth = 4; depth <= 14; depth++) {
        const TableEntry own = entry_of(1000, 33, 9, BOUND_UPPER);
        const TableEntry other = entry_of(1001, 44, depth, BOUND_EXACT);
        const TableRecord record = tt_record(77, 0, &other);
        assert_true(tt_forget(table));
        tt_store(table, 77, 0, &own);
        tt_import(table, &record);
        expect_entry(table, 77, 0, depth > 9 ? &other : &own);
    }
    tt_destroy(table);
}

static void deep_entries_outlive_shallow_ones(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const TableEntry deep = entry_of(move_make(E2, E4), 1, 30, BOUND_EXACT);
    const TableEntry shallow = entry_of(move_make(D2, D4), 2, 1, BOUND_EXACT);
    tt_store(table, crowded_key(0), 0, &deep);
    tt_store(table, crowded_key(1), 0, &deep);
    for (int i = 2; i < CROWD; i++) {
        tt_store(table, crowded_key(i), 0, &shallow);
        assert_true(holds(table, crowded_key(i))); /* the latest always finds a place */
    }
    expect_entry(table, crowded_key(0), 0, &deep);
    expect_entry(table, crowded_key(1), 0, &deep);
    assert_false(holds(table, crowded_key(2)));
    tt_destroy(table);
}

static void new_entries_outlive_old_ones(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const TableEntry deep = entry_of(move_make(E2, E4), 1, 60, BOUND_EXACT);
    const TableEntry shallow = entry_of(move_make(D2, D4), 2, 1, BOUND_EXACT);
    for (int i = 0; i < CROWD; i++)
        tt_store(table, crowded_key(i), 0, &deep);
    int capacity = 0;
    for (int i = 0; i < CROWD; i++)
        capacity += holds(table, crowded_key(i));
    assert_in_range(capacity, 2, 16);

    for (int search = 0; search < 12; search++)
        tt_new_search(table);
    for (int i = 0; i < capacity; i++)
        tt_store(table, crowded_key(CROWD + i), 0, &shallow);
    for (int i = 0; i < CROWD; i++)
        assert_false(holds(table, crowded_key(i)));
    for (int i = 0; i < capacity; i++)
        expect_entry(table, crowded_key(CROWD + i), 0, &shallow);
    tt_destroy(table);
}

/* Ages are counted in a few bits; the count may wrap and must still tell new from old. */
static void ageing_goes_round(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const TableEntry entry = entry_of(move_make(E2, E4), 1, 5, BOUND_LOWER);
    for (int search = 0; search < 200; search++) {
        tt_new_search(table);
        for (int i = 0; i < CROWD; i++)
            tt_store(table, crowded_key(search * CROWD + i), 0, &entry);
        assert_true(holds(table, crowded_key(search * CROWD + CROWD - 1)));
        assert_false(holds(table, crowded_key((search - 1) * CROWD)));
    }
    tt_destroy(table);
}

static void any_size_will_do(void **state) {
    (void)state;
    static const size_t SIZES[] = {1, 2, 3, 7, 100};
    for (int i = 0; i < (int)ARRAY_LENGTH(SIZES); i++) {
        TranspositionTable *table = table_of(SIZES[i]);
        assert_int_equal(tt_size(table), SIZES[i]);
        uint64_t seed = SIZES[i];
        const int count = 40000;
        int kept = 0;
        for (int n = 0; n < count; n++) {
            const TableEntry entry = entry_of((Move)n, n % 1000, n % 200, BOUND_LOWER);
            const uint64_t key = random_next(&seed);
            tt_prefetch(table, key);
            tt_store(table, key, 0, &entry);
        }
        seed = SIZES[i];
        for (int n = 0; n < count; n++)
            kept += holds(table, random_next(&seed));
        /* One MiB has room for some 80000; few places overflow, and the keys use all of them. */
        assert_in_range(kept, count * 95 / 100, count);
        tt_destroy(table);
    }
    assert_null(tt_create(0, NULL));
    assert_null(tt_create(SIZE_MAX, NULL));
}

static void capacity_grows_with_size(void **state) {
    (void)state;
    int before = 0;
    for (size_t mib = 1; mib <= 3; mib++) {
        TranspositionTable *table = table_of(mib);
        const int count = 600000;
        uint64_t seed = 17;
        for (int n = 0; n < count; n++) {
            const TableEntry entry = entry_of(MOVE_NONE, 0, 1, BOUND_LOWER);
            tt_store(table, random_next(&seed), 0, &entry);
        }
        seed = 17;
        int kept = 0;
        for (int n = 0; n < count; n++)
            kept += holds(table, random_next(&seed));
        assert_true(kept > before + 60000);
        assert_true((size_t)kept < mib << 17); /* an entry has at least 8 bytes */
        before = kept;
        tt_destroy(table);
    }
}

static void clears_in_parts(void **state) {
    (void)state;
    TranspositionTable *table = table_of(3);
    static const int PARTS[] = {1, 2, 3, 7, 64, 1000};
    const TableEntry entry = entry_of(move_make(E2, E4), 5, 5, BOUND_EXACT);
    for (int i = 0; i < (int)ARRAY_LENGTH(PARTS); i++) {
        const int parts = PARTS[i], count = 30000;
        uint64_t seed = 11;
        for (int n = 0; n < count; n++)
            tt_store(table, random_next(&seed), 0, &entry);
        tt_store(table, 0, 0, &entry);
        tt_store(table, UINT64_MAX, 0, &entry);
        int before = count + 2;
        for (int part = parts - 1; part >= 0; part--) {
            tt_clear_part(table, part, parts);
            if (parts > 7)
                continue;
            /* Each part takes its share, and no more. */
            seed = 11;
            int left = holds(table, 0) + holds(table, UINT64_MAX);
            for (int n = 0; n < count; n++)
                left += holds(table, random_next(&seed));
            const int share = count / parts;
            assert_in_range(before - left, share * 9 / 10, share * 11 / 10 + 2);
            before = left;
        }
        seed = 11;
        for (int n = 0; n < count; n++)
            assert_false(holds(table, random_next(&seed)));
        assert_false(holds(table, 0));
        assert_false(holds(table, UINT64_MAX));
    }
    tt_destroy(table);
}

static void fullness_counts_this_search(void **state) {
    (void)state;
    TranspositionTable *table = table_of(1);
    const TableEntry entry = entry_of(move_make(E2, E4), 5, 5, BOUND_EXACT);
    uint64_t seed = 5;
    int last = 0;
    for (int step = 0; step < 40; step++) {
        for (int n = 0; n < 20000; n++)
            tt_store(table, random_next(&seed), 0, &entry);
        const int fullness = tt_fullness(table);
        assert_true(fullness >= last && fullness <= 1000);
        /* Some 80000 entries; a quarter of them has been stored after the first step. */
        if (step == 0)
            assert_in_range(fullness, 180, 300);
        last = fullness;
    }
    assert_int_equal(last, 1000);
    tt_new_search(table);
    assert_int_equal(tt_fullness(table), 0);
    tt_store(table, 0, 0, &entry);
    for (int n = 0; n < 20000; n++)
        tt_store(table, random_next(&seed), 0, &entry);
    assert_in_range(tt_fullness(table), 100, 300);
    tt_clear_part(table, 0, 1);
    assert_int_equal(tt_fullness(table), 0);
    tt_destroy(table);
}

/* Many threads in one place. Each key has four versions of its contents, all fields of which follow
 * from key and version, so that a mixture of two is recognised; but for the move, a mixture of two
 * keys. */

#define STORM_THREADS 8
#define STORM_CROWD   24
#define STORM_ROUNDS  150000
#define VERSIONS      4

typedef struct Storm {
    TranspositionTable *table;
    _Atomic int hits;
    _Atomic int strangers; /* entries found that were never stored for their key */
} Storm;

typedef struct StormThread {
    Storm *storm;
    pthread_t handle;
    uint64_t seed;
} StormThread;

static uint64_t storm_key(uint64_t n) {
    return random_next(&n) & 0xFFFFFFFFFFULL;
}

static TableEntry storm_entry(uint64_t key, int version) {
    uint64_t seed = key + (uint64_t)version * 0x9E3779B9ULL;
    const uint64_t bits = random_next(&seed);
    return (TableEntry){
        .move = (Move)(bits | 1),
        .score = (int)(bits >> 16 & 0x3FFF) - 0x2000,
        .evaluation = (int)(bits >> 30 & 0x3FFF) - 0x2000,
        .depth = (int)(bits >> 44 & 0x1F) * VERSIONS + version,
        .bound = (Bound)(1 + (bits >> 50) % 3),
        .pv = bits >> 63,
    };
}

/* The move may be a newer one of the same key: it is put into an entry that stays. */
static bool move_belongs(uint64_t key, Move move) {
    for (int version = 0; version < VERSIONS; version++) {
        if (move == storm_entry(key, version).move)
            return true;
    }
    return false;
}

static bool belongs(uint64_t key, const TableEntry *entry) {
    const TableEntry wanted = storm_entry(key, entry->depth % VERSIONS);
    return move_belongs(key, entry->move) && entry->score == wanted.score &&
           entry->evaluation == wanted.evaluation && entry->depth == wanted.depth &&
           entry->bound == wanted.bound && entry->pv == wanted.pv;
}

static void *rage(void *argument) {
    StormThread *thread = argument;
    Storm *storm = thread->storm;
    int hits = 0, strangers = 0;
    for (int round = 0; round < STORM_ROUNDS; round++) {
        const uint64_t bits = random_next(&thread->seed);
        const uint64_t stored = storm_key(bits % STORM_CROWD);
        const TableEntry entry = storm_entry(stored, (int)(bits >> 40 & 3));
        tt_store(storm->table, stored, (int)(bits >> 48 & 63), &entry);
        for (int probe = 0; probe < 3; probe++) {
            const uint64_t sought = storm_key(random_next(&thread->seed) % STORM_CROWD);
            TableEntry found;
            if (!tt_probe(storm->table, sought, probe, &found))
                continue;
            hits++;
            strangers += !belongs(sought, &found);
        }
        if (round % 1000 == 0 && tt_fullness(storm->table) > 1000)
            strangers++;
    }
    atomic_fetch_add(&storm->hits, hits);
    atomic_fetch_add(&storm->strangers, strangers);
    return NULL;
}

static void torn_entries_are_never_believed(void **state) {
    (void)state;
    Storm storm = {.table = table_of(1)};
    StormThread threads[STORM_THREADS];
    for (int i = 0; i < STORM_THREADS; i++) {
        threads[i] = (StormThread){.storm = &storm, .seed = 100 + (uint64_t)i};
        assert_int_equal(pthread_create(&threads[i].handle, NULL, rage, &threads[i]), 0);
    }
    for (int i = 0; i < STORM_THREADS; i++)
        pthread_join(threads[i].handle, NULL);
    assert_int_equal(atomic_load(&storm.strangers), 0);
    /* The test has looked at something. */
    assert_true(atomic_load(&storm.hits) > STORM_ROUNDS / 4);
    tt_destroy(storm.table);
}

typedef struct PartClearer {
    TranspositionTable *table;
    int part;
    pthread_t handle;
} PartClearer;

static void *clear_part(void *argument) {
    const PartClearer *clearer = argument;
    tt_clear_part(clearer->table, clearer->part, STORM_THREADS);
    return NULL;
}

static void parts_may_be_cleared_at_once(void **state) {
    (void)state;
    TranspositionTable *table = table_of(7);
    const TableEntry entry = entry_of(move_make(E2, E4), 5, 5, BOUND_EXACT);
    uint64_t seed = 23;
    for (int n = 0; n < 100000; n++)
        tt_store(table, random_next(&seed), 0, &entry);
    PartClearer clearers[STORM_THREADS];
    for (int i = 0; i < STORM_THREADS; i++) {
        clearers[i] = (PartClearer){.table = table, .part = i};
        assert_int_equal(pthread_create(&clearers[i].handle, NULL, clear_part, &clearers[i]), 0);
    }
    for (int i = 0; i < STORM_THREADS; i++)
        pthread_join(clearers[i].handle, NULL);
    seed = 23;
    for (int n = 0; n < 100000; n++)
        assert_false(holds(table, random_next(&seed)));
    tt_destroy(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_knows_nothing),
        cmocka_unit_test(gives_back_what_was_stored),
        cmocka_unit_test(finds_the_extreme_keys),
        cmocka_unit_test(mates_are_measured_from_the_node),
        cmocka_unit_test(one_position_keeps_one_entry),
        cmocka_unit_test(a_record_carries_an_entry),
        cmocka_unit_test(a_record_takes_the_place_of_what_is_less_deep),
        cmocka_unit_test(deep_entries_outlive_shallow_ones),
        cmocka_unit_test(new_entries_outlive_old_ones),
        cmocka_unit_test(ageing_goes_round),
        cmocka_unit_test(any_size_will_do),
        cmocka_unit_test(capacity_grows_with_size),
        cmocka_unit_test(clears_in_parts),
        cmocka_unit_test(fullness_counts_this_search),
        cmocka_unit_test(torn_entries_are_never_believed),
        cmocka_unit_test(parts_may_be_cleared_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
