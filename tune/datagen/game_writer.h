#pragma once

#include "base/reason.h"
#include "chain/chain.h"
#include "cli/progress.h"

/* Brings the games of several threads into the order of their numbers and writes them, until there
 * are enough positions. All functions but create and close may be called by any thread. */
typedef struct GameWriter GameWriter;

typedef struct GameWriterPlan {
    ChainWriter *writer; /* closed by game_writer_close() */
    Progress *progress;  /* told of every game written */
    uint64_t first_game; /* number of the first game to write */
    uint64_t kept;       /* positions that the file holds already */
    uint64_t wanted;     /* positions after which to stop */
    int window;          /* games that may wait for an earlier one */
} GameWriterPlan;

typedef struct GameWriterTotals {
    uint64_t games; /* of the whole file */
    uint64_t kept;  /* the same */
    uint64_t plies; /* written by this writer */
    bool is_lost;   /* the fault is that the file could not be written */
} GameWriterTotals;

/* NULL without memory. */
GameWriter *game_writer_create(const GameWriterPlan *plan);

/* Number of the next game to be played; false when no more are wanted. May wait for a game that is
 * far behind the others. */
bool game_writer_take(GameWriter *output, uint64_t *number);

/* Hands in a game that was taken. */
void game_writer_give(GameWriter *output, uint64_t number, const ChainGame *game, int kept);

/* No more games are wanted; those whose predecessors are missing are dropped. */
void game_writer_stop(GameWriter *output);

/* The same because of a fault, which game_writer_close() returns. Only the first one counts. */
void game_writer_fail(GameWriter *output, const char *fault);

bool game_writer_is_over(const GameWriter *output);

/* Writes what is complete and frees the writer. False after a fault, which is copied to *error. */
bool game_writer_close(GameWriter *output, GameWriterTotals *totals, Reason *error);
