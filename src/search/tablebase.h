#pragma once

#include "search/worker.h"

/* What the search makes of endgame tables. */

/* Ranks the root moves, where the tables know the root, and settles whether nodes are to ask them:
 * not below a root that has been ranked by distance, for all its best moves keep what is to be had,
 * and the search is to find the shortest way among them. By the main thread, before it begins and
 * before the other workers are called. */
void tablebase_begin(Worker *main_worker, SearchControl *control);

/* Asks the tables about the position at ply, which is searched to this depth. False when they are
 * not to be asked or do not know. A win is a lower and a loss an upper bound, for a mate may be
 * found; a draw is exact. By the worker's thread, while control->tablebase is set. */
bool tablebase_probe(Worker *worker, int ply, int depth, Score *score, Bound *bound);

/* The score of a root move of that value, reached on ply 1; below any mate. */
Score tablebase_root_score(SyzygyWdl wdl);
