#pragma once

#include <pthread.h>

#include "search/root_moves.h"
#include "search/vote.h"

/* The lines of a worker that other threads may read while it goes on. */

typedef struct PublishedLine {
    int depth;
    int selective_depth;
    Score score;
    Bound bound; /* of the score: a search may end while a bound is all that is known */
    int length;
    Move pv[MAX_PLY + 1];
} PublishedLine;

typedef struct Published {
    pthread_mutex_t lock;
    int line_count; /* 0 until something has been found */
    PublishedLine lines[MAX_MOVES];
} Published;

void published_init(Published *published);
void published_destroy(Published *published);

/* Withdraws what was published. While the worker is parked. */
void published_reset(Published *published);

/* Makes the first lines of the root moves public, at least one, and writes how the worker would
 * vote. By the worker's thread. */
void published_write(Published *published, const RootMoves *moves, int line_count, int depth,
                     _Atomic PackedBallot *vote);

/* Copies at most `most` of the lines, all of one iteration, and returns how many. While the worker
 * is just publishing, which takes long when the kernel has put it off, waits or returns -1. Any
 * thread. */
int published_read(Published *published, PublishedLine *lines, int most, bool wait);
