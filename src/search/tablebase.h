#pragma once

#include "search/worker.h"

/* What the search makes of endgame tables. */

/* Ranks the root moves, where the tables know the root, and decides whether nodes probe them: not
 * below a root ranked by distance, whose best moves all keep the result, so that the search is left
 * to find the shortest way. By the main thread, before it begins and before the other workers are
 * called. */
void tablebase_begin(Worker *main_worker, SearchControl *control);

/* Asks the tables about the position at ply, which is searched to this depth. False when they are
 * not to be asked or do not know. A win is a lower and a loss an upper bound, for a mate may be
 * found; a draw is exact. By the worker's thread, while control->tablebase is set. */
bool tablebase_probe(Worker *worker, int ply, int depth, Score *score, Bound *bound);

/* The score of a root move of that value, reached on ply 1; below any mate. */
Score tablebase_root_score(SyzygyWdl wdl);
