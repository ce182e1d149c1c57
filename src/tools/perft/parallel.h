#pragma once

#include "chess/perft.h"
#include "cli/stop_signals.h"

/* perft_count() spread over threads. One call at a time. Where the system gives fewer than asked
 * for, GCC's library for OpenMP ends the process with code 1: ask first. */

/* The deepest count that a user may ask for. */
#define PERFT_MAX_DEPTH 99

/* Whether this build can use more than one thread. */
bool perft_parallel_available(void);

/* Whether the system gives as many threads as this build would use of that number. */
bool perft_parallel_allowed(int threads);

/* Lists the legal moves and counts the leaves under each, depth - 1 plies further down, into
 * counts; returns their sum. depth at least 1; threads at least 1; table may be NULL.
 */
uint64_t perft_parallel_divide(const Position *position, int depth, int threads, PerftTable *table,
                               MoveList *moves, uint64_t counts[MAX_MOVES]);

/* One of many counts to make. */
typedef struct PerftJob {
    Position position;
    int depth;         /* at least 0 */
    uint64_t expected; /* about so many leaves: tells a large job from a small one */
    uint64_t counted;  /* these two are the result; */
    int64_t busy_ns;   /* processor time that threads have spent on it, all together; of a guest
                          time on the clock */
    bool is_done;
    int64_t tag; /* the caller's own */
    char *fault; /* what kept a guest from counting, or NULL */
} PerftJob;

/* Does all jobs, in any order, unless a signal (NULL: none) comes first: then some are not done.
 * Now and then progress (NULL for none) is called, by the calling thread, with the expected leaves
 * of the jobs done and what the caller gave as context. */
void perft_parallel_run(PerftJob *jobs, size_t job_count, int threads, PerftTable *table,
                        StopSignals *signals, void (*progress)(void *context, uint64_t leaves),
                        void *context);
