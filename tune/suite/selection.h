#ifndef QUORUM_SUITE_SELECTION_H
#define QUORUM_SUITE_SELECTION_H

#include "suite/collection.h"

/* The choice of a suite's positions from what has been collected. */

typedef struct Selection {
    size_t count;
    const Item **items; /* by theme, then by nodes, the easiest first */
    size_t available;   /* positions to choose from */
} Selection;

/* Chooses up to `count` positions of one suite. No position comes twice, no two come from one game
 * of a file. Every theme gets the same number as far as it has as many; of a theme with more,
 * positions of all degrees of difficulty are taken. The items stay those of the collection. False
 * without memory. Any thread. */
bool selection_make(const Collection *collection, Kind kind, size_t count, Selection *selection);

void selection_free(Selection *selection);

#endif
