#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "chess/position.h"
#include "uci/writer.h"

/* `go perft`: counts the move tree on a thread of its own, so that input is heard meanwhile. All
 * functions are called by the listening thread. */

#define PERFT_TASK_MAX_DEPTH 64

typedef struct PerftTask {
    Writer *writer;
    void (*finishing)(void *owner);
    void *owner;
    pthread_t thread;
    bool started; /* and not yet waited for */
    _Atomic bool stop;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool has_ended;      /* guarded by lock */
    int64_t deadline_us; /* of perft_task_allow(); 0 before its first call */
    Position position;
    int depth;
    bool chess960;
} PerftTask;

/* finishing(owner) is called on the task's thread when its last line is about to be written. */
void perft_task_init(PerftTask *task, Writer *writer, void (*finishing)(void *owner), void *owner);

/* Only after perft_task_wait(). */
void perft_task_free(PerftTask *task);

/* Begins to count. Each legal move is written with its count as soon as that is known, in the form
 * `MOVE: COUNT`; then comes `Nodes searched: SUM` between empty lines. depth is 0 to
 * PERFT_TASK_MAX_DEPTH. Only after perft_task_wait(). False when there is no thread to be had:
 * nothing is written then. */
bool perft_task_start(PerftTask *task, const Position *position, int depth, bool chess960);

/* Ends the counting within milliseconds; instead of the sum a note is written. Without a count
 * that runs, does nothing. Returns at once. */
void perft_task_stop(PerftTask *task);

/* Returns once everything has been written. */
void perft_task_wait(PerftTask *task);

/* Waits for a count to end, but no longer than a second from the first call on; returns at once if
 * none runs. */
void perft_task_allow(PerftTask *task);
