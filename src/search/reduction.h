#pragma once

#include "search/node_context.h"

/* Plies by which a late move is searched less deep at first; may be negative. Of the node it reads
 * frame, depth, alpha, cut_node, in_check, improving, is_singular, move_count and what the table
 * says; pv: its window is open. Late moves reduced by 0.4 plies more: 19 Elo less at 32,000 nodes a
 * move (200 games, +/- 32). Where the table's move is singular a ply less (as in Stockfish): 10.4
 * Elo at some 25,000 (+/- 7.5). Any thread. */
int reduction_plies(const Node *node, const Candidate *candidate, bool pv);

/* Late move reduction before adjustments, in 1/1024 plies, for the move_count-th move (from 1) of a
 * node at depth (from 1): it grows with the product of the logarithms of both (T. Romstad, 2006).
 * Integer arithmetic alone, so that every machine searches the same tree. Any thread. */
int reduction_base(int depth, int move_count);

/* Fills the table of logarithms, once; later calls return at once. Any thread. */
void reduction_init(void);
