#pragma once

#include "engine/engine.h"

/* What Quorum's own programs do with an engine beside what engine.h has: libquorum shows none of
 * it. The rules for threads are those of engine.h; all but the report wait for a running search. */

typedef struct PlacementReport PlacementReport; /* engine/placement_report.h */
typedef struct Tunables Tunables;               /* search/tunables.h */
typedef struct SearchPartners SearchPartners;   /* search/partners.h */
typedef struct NodeObserver NodeObserver;       /* search/observer.h */

/* Other processes that search together with the engine, as long as they are not set anew. NULL for
 * none, as at first. */
void engine_set_partners(Engine *engine, const SearchPartners *partners);

/* Who is told of the nodes of each search, as long as it is not set anew. NULL for nobody, as at
 * first. */
void engine_set_observer(Engine *engine, const NodeObserver *observer);

/* The numbers of the search that a tuner may move; at first those of their table, and each is put
 * into its range. False in a build in which they are constants (see search/tunables.h), and nothing
 * changes. What was learned by other values is kept: begin a new game. */
bool engine_set_tunables(Engine *engine, const Tunables *tunables);

/* The same for one, by its place in the table. */
void engine_set_tunable(Engine *engine, int tunable, int value);

/* Prepares, and asks the kernel what was really got. To be freed with placement_report_destroy();
 * NULL without memory. */
PlacementReport *engine_placement_report(Engine *engine);
