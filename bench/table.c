#include "search/table.h"

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
    table_destroy(bench->table);
    free(bench->present);
    free(bench->absent);
}

/* False, with the reason told, without memory. */
static bool prepare(BenchState *state, TableBench *bench) {
    *bench = (TableBench){table_create(TABLE_MIB, NULL), random_keys(1), random_keys(2)};
    if (!bench->table || !bench->present || !bench->absent) {
        bench_fail(state, "not enough memory");
        finish(bench);
        return false;
    }
    table_clear_part(bench->table, 0, 1);
    table_new_search(bench->table);
    const TableEntry entry = {.score = 10, .evaluation = 20, .depth = 5, .bound = BOUND_EXACT};
    for (int i = 0; i < KEYS + AHEAD; i++)
        table_store(bench->table, bench->present[i], 0, &entry);
    return true;
}

static void probe(BenchState *state, const void *context) {
    const bool *present = context;
    TableBench bench;
    if (!prepare(state, &bench))
        return;
    const uint64_t *keys = *present ? bench.present : bench.absent;
    TableEntry entry;
    int start = 0;
    while (bench_keep_running(state)) {
        for (int i = start; i < start + PROBES; i++)
            bench_consume(table_probe(bench.table, keys[i], 0, &entry));
        start = (start + PROBES) % KEYS;
    }
    bench_set_items(state, PROBES);
    finish(&bench);
}

static void probe_prefetched(BenchState *state, const void *context) {
    (void)context;
    TableBench bench;
    if (!prepare(state, &bench))
        return;
    TableEntry entry;
    int start = 0;
    while (bench_keep_running(state)) {
        for (int i = start; i < start + PROBES; i++) {
            table_prefetch(bench.table, bench.present[i + AHEAD]);
            bench_consume(table_probe(bench.table, bench.present[i], 0, &entry));
        }
        start = (start + PROBES) % KEYS;
    }
    bench_set_items(state, PROBES);
    finish(&bench);
}

/* The same few clusters again and again: what a probe costs without memory. */
static void probe_cached(BenchState *state, const void *context) {
    (void)context;
    TableBench bench;
    if (!prepare(state, &bench))
        return;
    TableEntry entry;
    while (bench_keep_running(state)) {
        for (int i = 0; i < PROBES; i++)
            bench_consume(table_probe(bench.table, bench.present[i % 256], 0, &entry));
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
            table_store(bench.table, bench.present[i], 0, &entry);
        start = (start + PROBES) % KEYS;
    }
    bench_set_items(state, PROBES);
    finish(&bench);
}

void table_register(void) {
    static const bool PRESENT = true, ABSENT = false;
    bench_register("table/probe_hit", probe, &PRESENT);
    bench_register("table/probe_miss", probe, &ABSENT);
    bench_register("table/probe_hit_prefetched", probe_prefetched, NULL);
    bench_register("table/probe_hit_cached", probe_cached, NULL);
    bench_register("table/store", store, NULL);
}
