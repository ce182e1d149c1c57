#pragma once

#include "machine/memory_block.h"
#include "machine/plan.h"
#include "search/histories.h"
#include "search/history_scope.h"
#include "search/pool.h"

/* The histories that groups of workers share. A group of one needs none: its worker has its own.
 * By the engine's owner, while no search runs, except where said. Start from zeros. */

typedef struct HistoryGroup {
    int members;
    int node;           /* of its memory, -1 for where it is touched */
    MemoryBlock memory; /* without address for a group of one */
} HistoryGroup;

typedef struct HistoryGroups {
    int count;
    HistoryGroup *groups;
    int group_of[POOL_MAX_WORKERS];           /* index into groups, if there are any */
    int rank_of[POOL_MAX_WORKERS];            /* in its group, from 0 */
    HistoryShare by_worker[POOL_MAX_WORKERS]; /* without tables: the worker uses its own */
} HistoryGroups;

/* Numbers the groups of a scope by their first workers and says which one each worker is in; pure.
 * Which workers share a node or a level 3 cache is decided by their seats in the plan. Without a
 * plan the machine counts as one node with one cache. Returns the number of groups. */
int history_groups_assign(HistoryScope scope, const Plan *plan, const Machine *machine, int workers,
                          int *group_of);

/* Makes the groups of the first `workers` of the plan, whose machine it is; without a plan both may
 * be NULL. Each worker then has to call history_groups_populate_part(). False without memory: there
 * are no groups then. */
bool history_groups_make(HistoryGroups *groups, HistoryScope scope, const Plan *plan,
                         const Machine *machine, int workers);

/* Populates a worker's part of its group's memory; false without memory. On the worker's thread;
 * all may do so at the same time. */
bool history_groups_populate_part(const HistoryGroups *groups, int worker);

/* Clears a worker's part of its group's histories. Likewise. */
void history_groups_forget_part(const HistoryGroups *groups, int worker);

/* Gives all memory back: every worker is on its own. */
void history_groups_release(HistoryGroups *groups);
