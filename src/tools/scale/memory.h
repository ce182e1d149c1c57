#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"
#include "cli/stop_signals.h"
#include "machine/memory_block.h"
#include "machine/plan.h"
#include "tools/scale/estimate.h"
#include "tools/scale/probe.h"

/* How fast memory is, used as the transposition table uses it. */

/* What one number of threads found on one kind of pages. */
typedef struct ScaleMemory {
    PageKind pages; /* the largest that were asked for */
    int threads;
    size_t bytes;
    bool pages_known;                 /* whether the kernel told what it gave: */
    size_t bytes_by_kind[PAGE_KINDS]; /* at the last repeat */
    unsigned shortfalls;              /* bits of MemoryShortfall */
    double *values;            /* by ScaleProbe, then by repeat; NAN where it is not measured */
    Estimate latency_ns;       /* processor time of a random read that the next one waits for */
    Estimate reads_per_second; /* random, several under way at once, of all threads */
    Estimate clear_bytes_per_second; /* zeros over pages that exist, of all threads */
    Estimate touch_bytes_per_second; /* populating pages; NAN but for most threads */
} ScaleMemory;

typedef struct ScaleMemoryWish {
    size_t bytes;
    const Plan *plan;     /* where threads run, and what nodes the memory is spread over */
    int64_t milliseconds; /* of each measurement */
    int repeats;
    StopSignals *signals; /* one of them ends it early */
} ScaleMemoryWish;

/* What is to be measured: one thread and as many as the plan has, on plain and on 2 MiB pages and,
 * where some are reserved, on 1 GiB pages. The rows of one kind of pages are measured at once: one
 * or two, which *together then is. NULL without memory. */
ScaleMemory *scale_memory_list(const ScaleMemoryWish *wish, size_t *count, size_t *together);

/* What a probe has found in that one of so many repeats: NAN where it is not measured. */
double *scale_memory_value(const ScaleMemory *memory, int probe, int repeats, int repeat);

/* Whether it has been measured in that repeat. */
bool scale_memory_is_measured(const ScaleMemory *memory, int repeats, int repeat);

/* Measures what has not been measured. Threads are bound as the plan says. Calls `step` with the
 * context when a kind of pages, that of rows[first], is done in a repeat. On false error (a line)
 * says why no more can be done. */
bool scale_memory_measure(const ScaleMemoryWish *wish, ScaleMemory *rows, size_t count,
                          void (*step)(void *context, size_t first, int repeat), void *context,
                          Reason *error);

/* Works the estimates out, and leaves the rows that have any; returns how many. */
size_t scale_memory_summarise(ScaleMemory *rows, size_t count, int repeats);

/* NULL is allowed. */
void scale_memory_free(ScaleMemory *rows, size_t count);
