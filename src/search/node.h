#pragma once

#include "search/worker.h"

/* Principal variation search of one node below the root (T. Marsland, M. Campbell, 1982),
 * fail-soft, from the view of the side to move. depth in plies; 0 or less goes to quiescence. By
 * the worker's thread; what is returned means nothing once worker->aborted is set. */

/* With an open window; leaves the line in worker->pv[ply]. */
Score node_search_pv(Worker *worker, int ply, int depth, Score alpha, Score beta);

/* With the window beta - 1, beta. cut_node: this node is expected to fail high. */
Score node_search_zero_window(Worker *worker, int ply, int depth, Score beta, bool cut_node);

/* What the histories say of a legal move at ply, in the unit that reductions go by. By the worker's
 * thread. */
int node_move_history(const Worker *worker, int ply, Move move);
