#include "tools/scale/memory.h"

#include <math.h>
#include <stdlib.h>

#include "machine/memory_residency.h"
#include "machine/quota.h"
#include "tools/scale/probe.h"

/* Of the memory that is free, in percent, what may be taken. */
#define MEMORY_SHARE 90

typedef struct Session {
    const ScaleMemoryWish *wish;
    PageKind kinds[PAGE_KINDS];
    int kind_count;
    int threads[2];
    int thread_counts;
    ScaleMemory *rows; /* by kind, then by number of threads */
    double *values;    /* by row, then by probe, then by repeat */
} Session;

static void find_rows(Session *session, const ScaleMemoryWish *wish) {
    session->wish = wish;
    session->kinds[session->kind_count++] = PAGES_PLAIN;
    session->kinds[session->kind_count++] = PAGES_HUGE;
    if (memory_pages_pool(PAGES_GIGANTIC, WHOLE_MACHINE).total > 0)
        session->kinds[session->kind_count++] = PAGES_GIGANTIC;
    session->threads[session->thread_counts++] = 1;
    if (wish->plan->worker_count > 1)
        session->threads[session->thread_counts++] = wish->plan->worker_count;
}

static double *values_of(const Session *session, size_t row, ScaleProbe probe) {
    return session->values + (row * SCALE_PROBES + probe) * (size_t)session->wish->repeats;
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

/* All that is measured of one block in one repeat. */
static bool measure_block(Session *session, int kind, int repeat, MemoryBlock *block) {
    const ScaleMemoryWish *wish = session->wish;
    int last = session->thread_counts - 1;
    size_t first_row = (size_t)(kind * session->thread_counts);
    ScaleProbeResult result;
    if (!scale_probe_run(SCALE_TOUCH, block, wish->plan, session->threads[last], 0, &result))
        return false;
    double touched = result.per_second;
    for (int i = 0; i <= last; i++) {
        size_t row = first_row + (size_t)i;
        values_of(session, row, SCALE_TOUCH)[repeat] = i == last ? touched : NAN;
        for (ScaleProbe probe = SCALE_READ_CHAIN; probe <= SCALE_CLEAR; probe++) {
            if (!scale_probe_run(probe, block, wish->plan, session->threads[i], wish->milliseconds,
                                 &result))
                return false;
            values_of(session, row, probe)[repeat] =
                probe == SCALE_READ_CHAIN ? result.ns_each : result.per_second;
        }
        note_pages(&session->rows[row], block);
    }
    return true;
}

static bool measure_kind(Session *session, int kind, int repeat) {
    const Plan *plan = session->wish->plan;
    MemoryWish memory = {.pages = session->kinds[kind], .policy = NODES_INTERLEAVED};
    for (int i = 0; i < plan->memory_node_count; i++)
        node_set_add(&memory.nodes, plan->memory_nodes[i]);
    MemoryBlock block;
    if (!memory_block_map(&block, session->wish->bytes, &memory))
        return false;
    bool good = measure_block(session, kind, repeat, &block);
    memory_block_unmap(&block);
    return good;
}

static void conclude(Session *session) {
    static const size_t MEMBERS[SCALE_PROBES] = {
        [SCALE_READ_CHAIN] = offsetof(ScaleMemory, latency_ns),
        [SCALE_READ_BUNDLE] = offsetof(ScaleMemory, reads_per_second),
        [SCALE_CLEAR] = offsetof(ScaleMemory, clear_bytes_per_second),
        [SCALE_TOUCH] = offsetof(ScaleMemory, touch_bytes_per_second),
    };
    for (int i = 0; i < session->kind_count * session->thread_counts; i++) {
        ScaleMemory *row = &session->rows[i];
        row->pages = session->kinds[i / session->thread_counts];
        row->threads = session->threads[i % session->thread_counts];
        for (int probe = 0; probe < SCALE_PROBES; probe++) {
            double *values = values_of(session, (size_t)i, (ScaleProbe)probe);
            size_t count = isnan(values[0]) ? 0 : (size_t)session->wish->repeats;
            *(Estimate *)((char *)row + MEMBERS[probe]) = scale_estimate(values, count);
        }
    }
}

int scale_memory_steps(const ScaleMemoryWish *wish) {
    Session session = {.kind_count = 0};
    find_rows(&session, wish);
    return session.kind_count * wish->repeats;
}

/* Kinds take turns, so that what disturbs the machine for a while disturbs all of them. */
static bool measure_all(Session *session, void (*step)(void *context), void *context) {
    for (int i = 0; i < session->wish->repeats; i++) {
        for (int j = 0; j < session->kind_count; j++) {
            if (!measure_kind(session, j, i))
                return false;
            step(context);
        }
    }
    conclude(session);
    return true;
}

ScaleMemory *scale_memory_measure(const ScaleMemoryWish *wish, void (*step)(void *context),
                                  void *context, size_t *count, Reason *error) {
    if (wish->bytes > quota_memory_available() / 100 * MEMORY_SHARE) {
        reason_set(error, "too little memory is free to measure a table of %zu MiB",
                   wish->bytes >> 20);
        return NULL;
    }
    Session session = {.kind_count = 0};
    find_rows(&session, wish);
    *count = (size_t)(session.kind_count * session.thread_counts);
    session.rows = calloc(*count, sizeof *session.rows);
    session.values = calloc(*count * SCALE_PROBES * (size_t)wish->repeats, sizeof(double));
    if (!session.rows || !session.values || !measure_all(&session, step, context)) {
        reason_set(error, "memory cannot be measured: not enough of it, or of threads");
        free(session.rows);
        session.rows = NULL;
    }
    free(session.values);
    return session.rows;
}
