#pragma once

#include "chess/position.h"
#include "search/score.h"

/* A listener that is told the scores of a search's nodes, to learn from them. */

/* A node of the main search that has been left in the table. */
typedef struct NodeReport {
    const Position *position;
    Score score; /* mates and wins by tables count from the root */
    Bound bound; /* of the score */
    int depth;   /* plies, at least 1 */
    Move best;   /* MOVE_NONE where no move was better than the rest */
} NodeReport;

typedef struct NodeObserver {
    void *context;
    int least_depth; /* of nodes to be told of */
    /* Called by each searching thread, for its own nodes. */
    void (*note)(void *context, const NodeReport *report);
} NodeObserver;
