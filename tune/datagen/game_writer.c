#include "datagen/game_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* A kill loses no game that is older than this. */
#define MAX_UNWRITTEN_US ((int64_t)300 * 1000000)

typedef struct Slot {
    ChainGame game;
    int kept;
    bool filled;
} Slot;

struct GameWriter {
    GameWriterPlan plan;
    pthread_mutex_t lock;
    pthread_cond_t advanced; /* next_to_write has grown, or it is over */
    _Atomic bool over;       /* changed under the lock */
    uint64_t next_to_play;
    uint64_t next_to_write;
    GameWriterTotals totals;
    int64_t unwritten_since_us; /* when the current block was begun */
    char fault[256];            /* empty without */
    Slot *slots; /* plan.window of them; game n waits in slot n modulo their number */
};

GameWriter *game_writer_create(const GameWriterPlan *plan) {
    GameWriter *output = calloc(1, sizeof *output);
    Slot *slots = aligned_alloc(_Alignof(Slot), (size_t)plan->window * sizeof *slots);
    if (!output || !slots) {
        free(output);
        free(slots);
        return NULL;
    }
    for (int i = 0; i < plan->window; i++)
        slots[i].filled = false;
    output->plan = *plan;
    output->slots = slots;
    output->next_to_play = output->next_to_write = plan->first_game;
    output->totals = (GameWriterTotals){.games = plan->first_game, .kept = plan->kept};
    output->unwritten_since_us = clock_now_us();
    pthread_mutex_init(&output->lock, NULL);
    pthread_cond_init(&output->advanced, NULL);
    atomic_init(&output->over, plan->kept >= plan->wanted);
    return output;
}

/* The caller holds the lock. */
static void end(GameWriter *output, const char *fault) {
    if (fault && output->fault[0] == '\0')
        snprintf(output->fault, sizeof output->fault, "%s", fault);
    atomic_store(&output->over, true);
    pthread_cond_broadcast(&output->advanced);
}

bool game_writer_take(GameWriter *output, uint64_t *number) {
    pthread_mutex_lock(&output->lock);
    while (!output->over &&
           output->next_to_play - output->next_to_write >= (uint64_t)output->plan.window)
        pthread_cond_wait(&output->advanced, &output->lock);
    bool wanted = !output->over;
    if (wanted)
        *number = output->next_to_play++;
    pthread_mutex_unlock(&output->lock);
    return wanted;
}

/* Forces a block that fills slowly. */
static bool write_old_games(GameWriter *output) {
    int64_t now = clock_now_us();
    if (chain_writer_pending(output->plan.writer) == 0)
        output->unwritten_since_us = now;
    else if (now - output->unwritten_since_us >= MAX_UNWRITTEN_US)
        return chain_writer_flush(output->plan.writer);
    return true;
}

static void show_progress(GameWriter *output) {
    const GameWriterTotals *totals = &output->totals;
    const GameWriterPlan *plan = &output->plan;
    const double seconds = progress_seconds(plan->progress);
    progress_update(plan->progress, (double)totals->kept / (double)plan->wanted,
                    "%" PRIu64 " of %" PRIu64 " positions, %" PRIu64 " games, %.0f positions/s",
                    totals->kept, plan->wanted, totals->games,
                    seconds > 0 ? (double)(totals->kept - plan->kept) / seconds : 0);
}

/* Writes one game. The caller holds the lock. */
static void write_game(GameWriter *output, Slot *slot) {
    slot->filled = false;
    if (!chain_writer_add(output->plan.writer, &slot->game) || !write_old_games(output)) {
        output->totals.is_lost = true;
        end(output, strerror(errno));
        return;
    }
    output->next_to_write++;
    output->totals.games++;
    output->totals.kept += (uint64_t)slot->kept;
    output->totals.plies += (uint64_t)slot->game.ply_count;
    show_progress(output);
    if (output->totals.kept >= output->plan.wanted)
        end(output, NULL);
}

void game_writer_give(GameWriter *output, uint64_t number, const ChainGame *game, int kept) {
    pthread_mutex_lock(&output->lock);
    uint64_t window = (uint64_t)output->plan.window;
    Slot *slot = &output->slots[number % window];
    slot->game = *game;
    slot->kept = kept;
    slot->filled = true;
    while (!output->over && output->slots[output->next_to_write % window].filled)
        write_game(output, &output->slots[output->next_to_write % window]);
    pthread_cond_broadcast(&output->advanced);
    pthread_mutex_unlock(&output->lock);
}

void game_writer_stop(GameWriter *output) {
    pthread_mutex_lock(&output->lock);
    end(output, NULL);
    pthread_mutex_unlock(&output->lock);
}

void game_writer_fail(GameWriter *output, const char *fault) {
    pthread_mutex_lock(&output->lock);
    end(output, fault);
    pthread_mutex_unlock(&output->lock);
}

bool game_writer_is_over(const GameWriter *output) {
    return atomic_load_explicit(&output->over, memory_order_relaxed);
}

bool game_writer_close(GameWriter *output, GameWriterTotals *totals, Reason *error) {
    if (!chain_writer_close(output->plan.writer)) {
        output->totals.is_lost = true;
        end(output, strerror(errno));
    }
    *totals = output->totals;
    bool good = output->fault[0] == '\0';
    if (!good)
        reason_set(error, "%s", output->fault);
    pthread_cond_destroy(&output->advanced);
    pthread_mutex_destroy(&output->lock);
    free(output->slots);
    free(output);
    return good;
}
