#include "uci/perft_task.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/scheduling.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"

/* Trees of so many plies are counted without looking at `stop`: a few milliseconds at most. */
#define UNINTERRUPTED_DEPTH 3

#define GRACE_US 1000000

void perft_task_init(PerftTask *task, Writer *writer, void (*finishing)(void *owner), void *owner) {
    *task = (PerftTask){.writer = writer, .finishing = finishing, .owner = owner};
    pthread_mutex_init(&task->lock, NULL);
    condition_init(&task->ended);
}

void perft_task_free(PerftTask *task) {
    pthread_cond_destroy(&task->ended);
    pthread_mutex_destroy(&task->lock);
}

/* False when stopped: the count is then incomplete. */
static bool count_leaves(PerftTask *task, const Position *position, int depth, uint64_t *leaves) {
    if (depth <= UNINTERRUPTED_DEPTH) {
        *leaves += perft_count(position, depth, NULL);
        return !atomic_load_explicit(&task->stop, memory_order_relaxed);
    }
    const MoveList list = movegen_list(position);
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make_unkeyed(position, &next, list.moves[i]);
        if (!count_leaves(task, &next, depth - 1, leaves))
            return false;
    }
    return true;
}

/* Writes the moves one by one; false when stopped. */
static bool divide(PerftTask *task, uint64_t *sum) {
    if (task->depth == 0) {
        *sum = 1;
        return true;
    }
    const MoveList list = movegen_list(&task->position);
    for (int i = 0; i < list.count; i++) {
        Position next;
        char text[COORDINATE_SIZE];
        uint64_t leaves = 0;
        position_make_unkeyed(&task->position, &next, list.moves[i]);
        if (!count_leaves(task, &next, task->depth - 1, &leaves))
            return false;
        notation_coordinate(list.moves[i], task->chess960, text);
        writer_line(task->writer, "%s: %" PRIu64, text, leaves);
        *sum += leaves;
    }
    return true;
}

static void *perft_main(void *argument) {
    PerftTask *task = argument;
    scheduling_prefer(TURNS_LONG);
    uint64_t sum = 0;
    bool complete = divide(task, &sum);
    task->finishing(task->owner);
    writer_begin(task->writer);
    if (complete)
        writer_format(task->writer, "\nNodes searched: %" PRIu64 "\n\n", sum);
    else
        writer_add(task->writer, text_of("info string perft: stopped\n"));
    writer_end(task->writer);
    pthread_mutex_lock(&task->lock);
    task->has_ended = true;
    pthread_cond_signal(&task->ended);
    pthread_mutex_unlock(&task->lock);
    return NULL;
}

bool perft_task_start(PerftTask *task, const Position *position, int depth, bool chess960) {
    task->position = *position;
    task->depth = depth;
    task->chess960 = chess960;
    task->has_ended = false;
    task->deadline_us = 0;
    atomic_store(&task->stop, false);
    task->started = pthread_create(&task->thread, NULL, perft_main, task) == 0;
    return task->started;
}

void perft_task_stop(PerftTask *task) {
    atomic_store(&task->stop, true);
}

void perft_task_wait(PerftTask *task) {
    if (!task->started)
        return;
    pthread_join(task->thread, NULL);
    task->started = false;
}

void perft_task_allow(PerftTask *task) {
    if (!task->started)
        return;
    if (task->deadline_us == 0)
        task->deadline_us = clock_now_us() + GRACE_US;
    pthread_mutex_lock(&task->lock);
    bool in_time = true;
    while (!task->has_ended && in_time)
        in_time = condition_wait_until(&task->ended, &task->lock, task->deadline_us);
    pthread_mutex_unlock(&task->lock);
}
