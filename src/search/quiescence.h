#pragma once

#include "search/worker.h"

/* Searches captures, promotions and evasions until the position is quiet; fail-soft. pv: whether
 * the window may be open. By the worker's thread; meaningless once worker->aborted is set. */
Score quiescence_search(Worker *worker, int ply, Score alpha, Score beta, bool pv);
