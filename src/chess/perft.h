#ifndef QUORUM_CHESS_PERFT_H
#define QUORUM_CHESS_PERFT_H

#include <stddef.h>

#include "chess/position.h"

/* Counts of the move tree, leaves counted and not listed. */

/* Table of subtree counts, shared by any number of threads without locks. */
typedef struct PerftTable PerftTable;

/* mib: size in MiB, at least 1. NULL when the memory cannot be had. */
PerftTable *perft_table_create(size_t mib);
void perft_table_destroy(PerftTable *table);

/* Number of legal move sequences of exactly depth plies; 1 for depth 0. With a table (NULL for
 * none) counts of subtrees are remembered and shared. Any thread. */
uint64_t perft_count(const Position *position, int depth, PerftTable *table);

#endif
