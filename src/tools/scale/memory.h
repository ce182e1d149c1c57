#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"
#include "machine/memory_block.h"
#include "machine/plan.h"
#include "tools/scale/estimate.h"

/* How fast memory is, used as the transposition table uses it. */

/* What one number of threads found on one kind of pages. */
typedef struct ScaleMemory {
    PageKind pages; /* the largest that were asked for */
    int threads;
    size_t bytes;
    bool pages_known;                 /* whether the kernel told what it gave: */
    size_t bytes_by_kind[PAGE_KINDS]; /* at the last repeat */
    unsigned shortfalls;              /* bits of MemoryShortfall */
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
} ScaleMemoryWish;

/* Measures with one thread and with as many as the plan has, on plain and on 2 MiB pages and, where
 * some are reserved, on 1 GiB pages. Threads are bound as the plan says. Returns an array for the
 * caller to free, *count long, or NULL: *error says why. Calls `step` with the context when one of
 * scale_memory_steps() is done. */
ScaleMemory *scale_memory_measure(const ScaleMemoryWish *wish, void (*step)(void *context),
                                  void *context, size_t *count, Reason *error);

int scale_memory_steps(const ScaleMemoryWish *wish);
