#include "search/tt.h"

#include <stdlib.h>

#include "adapter.h"
#include "base/random.h"
#include "suites.h"

/* Larger than the caches of most processors, so that a probe waits for memory as in a game. */
#define TABLE_MIB 256
#define KEYS      (1 << 20)

/* Probes of one pass. */
#define PROBES 4096

/* How far ahead a cluster is asked for: about as many probes as memory can answer at once. */
#define AHEAD 8

typedef struct TableBench {
    TranspositionTable *table;
    uint64_t *present; /* keys that are in the table, in a random order */
    uint64_t *absent;
} TableBench;

static uint64_t *random_keys(uint64_t seed) {
    uint64_t *keys = malloc((KEYS + AHEAD) * sizeof *keys);
    for (int i = 0; keys && i < KEYS + AHEAD; i++)
        keys[i] = random_next(&seed);
    return keys;
}

static void finish(TableBench *bench) {
    tt_destroy(bench->table);
    free(bench->present);
    free(bench->absent);
}

/* False, with the reason told, without memory. */
static bool prepare(BenchState *state, TableBench *bench) {
    *bench = (TableBench){tt_create(TABLE_MIB, NULL), random_keys(1), random_keys(2)};
    if (!bench->table || !bench->present || !bench->absent) {
        bench_fail(state, "not enough memory");
        finish(bench);
        return false;
    }
    tt_clear_part(bench->table, 0, 1);
    tt_new_search(bench->table);
    const TableEntry entry = {.score = 10, .evaluation = 20, .depth = 5, .bound = BOUND_EXACT};
    for (int i = 0; i < KEYS + AHEAD; i++)
        tt_store(bench->table, bench->present[i], 0, &entry);
    return true;
}

/* Which keys are asked for. */
typedef struct ProbeKind {
    bool is_present;
    bool prefetches;
    unsigned span; /* so many keys again and again, a power of two */
} ProbeKind;

static void probe(BenchState *state, const void *context) {
    const ProbeKind *kind = context;
    TableBench bench;
    if (!prepare(state, &bench))
        return;
    const uint64_t *keys = kind->is_present ? bench.present : bench.absent;
    const unsigned mask = kind->span - 1;
    TableEntry entry;
    unsigned start = 0;
    while (bench_keep_running(state)) {
        for (unsigned i = start; i < start + PROBES; i++) {
            if (kind->prefetches)
                tt_prefetch(bench.table, keys[(i & mask) + AHEAD]);
            bench_consume(tt_probe(bench.table, keys[i & mask], 0, &entry));
        }
        start = (start + PROBES) % KEYS;
    }
    bench_set_items(state, PROBES);
    finish(&bench);
}

static void store(BenchState *state, const void *context) {
    (void)context;
    TableBench bench;
    if (!prepare(state, &bench))
        return;
    TableEntry entry = {.score = 30, .evaluation = 40, .depth = 6, .bound = BOUND_LOWER};
    int start = 0;
    while (bench_keep_running(state)) {
        for (int i = start; i < start + PROBES; i++)
            tt_store(bench.table, bench.present[i], 0, &entry);
        start = (start + PROBES) % KEYS;
    }
    bench_set_items(state, PROBES);
    finish(&bench);
}

void table_register(void) {
    static const ProbeKind HIT = {true, false, KEYS}, MISS = {false, false, KEYS};
    static const ProbeKind PREFETCHED = {true, true, KEYS};
    /* The same few clusters again and again: what a probe costs without memory. */
    static const ProbeKind CACHED = {true, false, 256};
    bench_register("table/probe_hit", probe, &HIT);
    bench_register("table/probe_miss", probe, &MISS);
    bench_register("table/probe_hit_prefetched", probe, &PREFETCHED);
    bench_register("table/probe_hit_cached", probe, &CACHED);
    bench_register("table/store", store, NULL);
}
