#pragma once

#include "chess/perft_table.h"
#include "chess/position.h"

/* Counts of the move tree, leaves counted and not listed. */

/* Number of legal move sequences of exactly depth plies; 1 for depth 0. With a table (NULL for
 * none) counts of subtrees are remembered and shared. Any thread. */
uint64_t perft_count(const Position *position, int depth, PerftTable *table);

/* The hash under which perft_count() remembers this count; depth at least 2. For a caller that
 * walks the upper plies itself. Any thread. */
PerftHash perft_position_hash(const Position *position, int depth);
