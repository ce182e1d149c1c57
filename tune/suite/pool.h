#ifndef QUORUM_SUITE_POOL_H
#define QUORUM_SUITE_POOL_H

#include "suite/entry.h"

/* The file that positions are collected in while they are found: EPD lines in the order of the
 * games, after a first line that says how they are looked for, with lines "# games N" that say that
 * all of the first N games has been written. Owned by one thread. */

/* Games that are looked at before it is asked again which suites have enough positions: the answer
 * then depends on nothing but the games before. */
#define POOL_BATCH 64

#define POOL_DESCRIPTION_SIZE 512

typedef struct Pool {
    FILE *stream;
    uint64_t games;          /* that have been looked at entirely */
    uint64_t found[KINDS];   /* positions */
    uint64_t settled[KINDS]; /* those of them from games of complete batches */
} Pool;

/* Begins a pool, or continues one with the same description, which is one line: what follows the
 * last complete game is cut off. False, with the reason in *error, when the file cannot be written,
 * is being written by somebody else, is no pool or was made otherwise. */
bool pool_open(Pool *pool, const char *path, const char *description, char *error,
               size_t error_size);

/* Adds a position of the game that comes next. */
void pool_add(Pool *pool, const SuiteEntry *entry);

/* All positions of so many games have been added. False when the file cannot be written. */
bool pool_complete(Pool *pool, uint64_t games);

/* False when the file cannot be written. */
bool pool_close(Pool *pool);

#endif
