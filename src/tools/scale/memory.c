#include "tools/scale/memory.h"

#include <math.h>
#include <stdlib.h>

#include "machine/memory_residency.h"
#include "machine/quota.h"
#include "tools/scale/probe.h"

/* Of the memory that is free, in percent, what may be taken. */
#define MEMORY_SHARE 90

ScaleMemory *scale_memory_list(const ScaleMemoryWish *wish, size_t *count, size_t *together) {
    static const PageKind KINDS[] = {PAGES_PLAIN, PAGES_HUGE, PAGES_GIGANTIC};
    const size_t kinds = memory_pages_pool(PAGES_GIGANTIC, WHOLE_MACHINE).total > 0 ? 3 : 2;
    const size_t values = SCALE_PROBES * (size_t)wish->repeats;
    bool good = true;
    *together = wish->plan->worker_count > 1 ? 2 : 1;
    *count = kinds * *together;
    ScaleMemory *rows = calloc(*count, sizeof *rows);
    for (size_t i = 0; rows && i < *count; i++) {
        rows[i].pages = KINDS[i / *together];
        rows[i].threads = i % *together == 0 ? 1 : wish->plan->worker_count;
        rows[i].values = malloc(values * sizeof(double));
        good = good && rows[i].values;
        for (size_t k = 0; rows[i].values && k < values; k++)
            rows[i].values[k] = NAN;
    }
    if (good)
        return rows;
    scale_memory_free(rows, *count);
    return NULL;
}

void scale_memory_free(ScaleMemory *rows, size_t count) {
    for (size_t i = 0; rows && i < count; i++)
        free(rows[i].values);
    free(rows);
}

double *scale_memory_value(const ScaleMemory *memory, int probe, int repeats, int repeat) {
    return &memory->values[probe * repeats + repeat];
}

bool scale_memory_is_measured(const ScaleMemory *memory, int repeats, int repeat) {
    return isfinite(*scale_memory_value(memory, SCALE_READ_CHAIN, repeats, repeat));
}

static void note_pages(ScaleMemory *row, const MemoryBlock *block) {
    MemoryResidency *residency = malloc(sizeof *residency);
    row->bytes = block->bytes;
    row->shortfalls = block->shortfalls;
    row->pages_known = residency &&
                       memory_residency_read(block->address, block->bytes, residency) &&
                       residency->pages_known;
    for (int i = 0; row->pages_known && i < PAGE_KINDS; i++)
        row->bytes_by_kind[i] = residency->by_kind[i];
    free(residency);
}

/* All that is measured of one block in one repeat, by the rows of its kind of pages. */
static bool measure_block(const ScaleMemoryWish *wish, ScaleMemory *rows, size_t together,
                          int repeat, MemoryBlock *block) {
    double found[2][SCALE_PROBES];
    ScaleProbeResult result;
    if (!scale_probe_run(SCALE_TOUCH, block, wish->plan, rows[together - 1].threads, 0,
                         wish->signals, &result))
        return false;
    const double touched = result.per_second;
    for (size_t i = 0; i < together; i++) {
        found[i][SCALE_TOUCH] = i + 1 == together ? touched : NAN;
        for (ScaleProbe probe = SCALE_READ_CHAIN; probe <= SCALE_CLEAR; probe++) {
            if (!scale_probe_run(probe, block, wish->plan, rows[i].threads, wish->milliseconds,
                                 wish->signals, &result))
                return false;
            found[i][probe] = probe == SCALE_READ_CHAIN ? result.ns_each : result.per_second;
        }
        note_pages(&rows[i], block);
    }
    for (size_t i = 0; i < together; i++) {
        for (int probe = 0; probe < SCALE_PROBES; probe++)
            *scale_memory_value(&rows[i], probe, wish->repeats, repeat) = found[i][probe];
    }
    return true;
}

static bool measure_kind(const ScaleMemoryWish *wish, ScaleMemory *rows, size_t together,
                         int repeat) {
    const Plan *plan = wish->plan;
    MemoryWish memory = {.pages = rows[0].pages, .policy = NODES_INTERLEAVED};
    for (int i = 0; i < plan->memory_node_count; i++)
        node_set_add(&memory.nodes, plan->memory_nodes[i]);
    MemoryBlock block;
    if (!memory_block_map(&block, wish->bytes, &memory))
        return false;
    bool good = measure_block(wish, rows, together, repeat, &block);
    memory_block_unmap(&block);
    return good;
}

/* Kinds take turns, so that what disturbs the machine for a while disturbs all of them. */
bool scale_memory_measure(const ScaleMemoryWish *wish, ScaleMemory *rows, size_t count,
                          void (*step)(void *context, size_t first, int repeat), void *context,
                          Reason *error) {
    const size_t together = rows[0].threads == rows[count - 1].threads ? 1 : 2;
    for (int i = 0; i < wish->repeats; i++) {
        for (size_t first = 0; first < count; first += together) {
            if (scale_memory_is_measured(&rows[first], wish->repeats, i))
                continue;
            if (wish->bytes > quota_memory_available() / 100 * MEMORY_SHARE)
                return reason_set(error, "too little memory is free to measure a table of %zu MiB",
                                  wish->bytes >> 20);
            if (measure_kind(wish, &rows[first], together, i))
                step(context, first, i);
            else
                return stop_signals_arrived(wish->signals) ||
                       reason_set(error,
                                  "memory cannot be measured: not enough of it, or of threads");
        }
    }
    return true;
}

size_t scale_memory_summarise(ScaleMemory *rows, size_t count, int repeats) {
    static const size_t MEMBERS[SCALE_PROBES] = {
        [SCALE_READ_CHAIN] = offsetof(ScaleMemory, latency_ns),
        [SCALE_READ_BUNDLE] = offsetof(ScaleMemory, reads_per_second),
        [SCALE_CLEAR] = offsetof(ScaleMemory, clear_bytes_per_second),
        [SCALE_TOUCH] = offsetof(ScaleMemory, touch_bytes_per_second),
    };
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        ScaleMemory row = rows[i];
        size_t known = 0;
        for (int probe = 0; probe < SCALE_PROBES; probe++) {
            double *values = scale_memory_value(&row, probe, repeats, 0);
            size_t finite = 0;
            for (int k = 0; k < repeats; k++) {
                if (isfinite(values[k]))
                    values[finite++] = values[k];
            }
            *(Estimate *)((char *)&row + MEMBERS[probe]) = scale_estimate(values, finite);
            known += finite;
        }
        if (known > 0)
            rows[kept++] = row;
        else
            free(row.values);
    }
    return kept;
}
