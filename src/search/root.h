#pragma once

#include "search/worker.h"

/* Why a search ends. */
typedef enum SearchEnd {
    SEARCH_END_NONE, /* it has not, or was told to */
    SEARCH_END_STOP,
    SEARCH_END_TIME,
    SEARCH_END_NODES,
    SEARCH_END_DEPTH,
    SEARCH_END_MATE,
    SEARCH_END_NO_MOVE,  /* the root has no legal move */
    SEARCH_END_EXHAUSTED /* no line can be longer */
} SearchEnd;

/* Iterative deepening of one worker: searches the root that its control describes until a limit is
 * reached or it is told to stop, publishing what it finds. The main thread also reports iterations
 * and obeys the time budget. Returns why it ended, SEARCH_END_NONE when it was told to. Called by
 * the worker's thread, which then parks. */
SearchEnd root_search(Worker *worker);
