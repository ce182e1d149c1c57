#ifndef QUORUM_TUNE_OUTPUT_H
#define QUORUM_TUNE_OUTPUT_H

#include "chain/chain.h"
#include "datagen/progress.h"

/* Brings the games of several threads into the order of their numbers and writes them, until there
 * are enough positions. All functions but create and close may be called by any thread. */
typedef struct Output Output;

typedef struct OutputPlan {
    ChainWriter *writer; /* closed by output_close() */
    Progress *progress;  /* told of every game written */
    uint64_t first_game; /* number of the first game to write */
    uint64_t kept;       /* positions that the file holds already */
    uint64_t wanted;     /* positions after which to stop */
    int window;          /* games that may wait for an earlier one */
} OutputPlan;

typedef struct OutputTotals {
    uint64_t games; /* of the whole file */
    uint64_t kept;  /* the same */
    uint64_t plies; /* written by this output */
} OutputTotals;

/* NULL without memory. */
Output *output_create(const OutputPlan *plan);

/* Number of the next game to be played; false when no more are wanted. May wait for a game that is
 * far behind the others. */
bool output_take(Output *output, uint64_t *number);

/* Hands in a game that was taken. */
void output_give(Output *output, uint64_t number, const ChainGame *game, int kept);

/* No more games are wanted; those whose predecessors are missing are dropped. */
void output_stop(Output *output);

/* The same because of a fault, which output_close() returns. Only the first one counts. */
void output_fail(Output *output, const char *fault);

bool output_is_over(const Output *output);

/* Writes what is complete and frees the output. False after a fault, which is copied to *error. */
bool output_close(Output *output, OutputTotals *totals, char *error, size_t error_size);

#endif
