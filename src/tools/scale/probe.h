#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cli/stop_signals.h"
#include "machine/memory_block.h"
#include "machine/plan.h"

/* Threads that do one thing to a block of memory, at the same time, for some time. */

typedef enum ScaleProbe {
    SCALE_READ_CHAIN,  /* random reads, each of which waits for the one before */
    SCALE_READ_BUNDLE, /* random reads, several under way at once */
    SCALE_CLEAR,       /* zeros over the thread's slice */
    SCALE_TOUCH,       /* the pages of the slice populated, once */
    SCALE_PROBES
} ScaleProbe;

typedef struct ScaleProbeResult {
    double per_second; /* reads or bytes of all threads together */
    double ns_each;    /* processor time of a thread for a read or byte: without what others take */
} ScaleProbeResult;

/* Runs the first `threads` workers of a plan on the block, bound as the plan says. False when a
 * thread cannot be started or memory is exhausted, or a signal has ended it. */
bool scale_probe_run(ScaleProbe probe, MemoryBlock *block, const Plan *plan, int threads,
                     int64_t milliseconds, StopSignals *signals, ScaleProbeResult *result);
