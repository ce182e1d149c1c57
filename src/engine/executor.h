#pragma once

#include "base/warnings.h"
#include "machine/memory_block.h"
#include "machine/plan.h"

/* What an engine knows about the machine it runs on, and what it has decided to do there. The
 * machine is looked at once, and only when something could depend on it: that can take long on a
 * large one. By the engine's owner. */
typedef struct Executor {
    NumaPolicy policy; /* its contents are the executor's */
    ThreadPlacement placement;
    PlanShare share;       /* count 0 or 1: it is alone */
    Machine *machine;      /* NULL until looked at */
    bool machine_is_known; /* it has been looked at, though perhaps in vain */
    Plan *plan;            /* NULL where there is none: nothing is bound then */
    int planned_threads;   /* that the plan, or the lack of one, is for; 0: it is out of date */
    Warnings warnings;
} Executor;

/* Policy and placement are `auto` in a zeroed one. */
void executor_clear(Executor *executor);

/* Makes the plan for so many threads, unless it stands; true when it is a new one. */
bool executor_prepare(Executor *executor, int threads);

/* Whether the plan binds threads. */
bool executor_binds(const Executor *executor);

/* How many processors the threads may run on, at least 1: the plan's, which may be more than the
 * affinity has (policy `hardware`), or the affinity's where nothing is bound. */
int executor_processors(const Executor *executor);

/* The nodes over which what all threads use is to be spread; none where memory is not placed, or
 * there is only one node. */
NodeSet executor_nodes(const Executor *executor);

/* Notes what a block that was asked for did not get. `what` names it. */
void executor_note_shortfalls(Executor *executor, const char *what, const MemoryBlock *block);
