#ifndef QUORUM_SEARCH_ROOT_H
#define QUORUM_SEARCH_ROOT_H

#include "search/worker.h"

/* Iterative deepening of one worker: searches the root that its control describes until a limit is
 * reached or it is told to stop, publishing what it finds. The lead also reports iterations and
 * obeys the time budget. Called by the worker's thread, which then parks. */
void root_search(Worker *worker);

#endif
