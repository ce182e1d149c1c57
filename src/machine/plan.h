#pragma once

#include "base/reason.h"
#include "base/warnings.h"
#include "machine/machine.h"
#include "machine/policy.h"

/* Which worker may run on which PUs, and whose memory it uses: a pure function of the machine and
 * the user's wishes, which asks nothing of the system and changes nothing.
 *
 * Every worker is dealt a seat, one PU. Cores come before their second hardware threads, fast kinds
 * of cores before efficient ones, and among those the nodes fill evenly, in proportion to the cores
 * they have, as do the level 3 groups of a node unless the placement is compact. No PU is dealt
 * twice before all have been dealt once; then the deal begins again. A plan for fewer workers seats
 * them like the first ones of a plan for more.
 *
 * A worker is then bound not to its seat but to the set of PUs around it that the placement asks
 * for, so that the kernel can still move it aside and other programs, a second engine say, do not
 * collide with it. Two workers' sets are the same or have nothing in common, and until all PUs have
 * been dealt a set holds no more workers than PUs. */

typedef enum PlanBinding {
    PLAN_UNBOUND,    /* workers may run wherever the process may: nothing is to be bound */
    PLAN_BOUND_NODE, /* to the PUs of a node */
    PLAN_BOUND_L3,   /* to those of a level 3 group within a node */
    PLAN_BOUND_CORE  /* to a core, or to its own part of the PUs of a shared core */
} PlanBinding;

/* PUs that one worker or several may run on. */
typedef struct PlanSet {
    int *pus; /* OS indices, ascending */
    int pu_count;
    int l3;   /* logical index, where all PUs share one; otherwise -1 */
    int core; /* the same for the core */
} PlanSet;

typedef struct PlanWorker {
    int set;         /* index into Plan.sets */
    int seat;        /* index into Machine.pus */
    int node;        /* OS index of the seat's node; all of the set is on it if bound, except for
                        nodes of the user's list that span several of the system's */
    int memory_node; /* OS index of the node to prefer for its memory: `node`, or the nearest one
                        with memory. Meant only if Plan.places_memory. */
} PlanWorker;

typedef struct Plan {
    PlanBinding binding;
    bool places_memory; /* false: memory goes where it is first touched */
    PlanSet *sets;
    int set_count;
    PlanWorker *workers;
    int worker_count;
    int *pus; /* OS indices of all PUs that the policy allows, ascending */
    int pu_count;
    int *memory_nodes; /* OS indices of the workers' memory nodes, ascending, each once: where a
                          shared table is to lie; none unless places_memory */
    int memory_node_count;
    Warnings warnings; /* that the user should be told */
} Plan;

#define PLAN_MAX_WORKERS 65536

/* Warns of a placement that the policy leaves without effect, as a plan does. Any thread. */
void plan_warn_of_placement(const NumaPolicy *policy, ThreadPlacement placement,
                            Warnings *warnings);

/* The plan for `workers` workers, 1 to PLAN_MAX_WORKERS. On NULL error says why: the policy's list
 * names no PU that may be used, or memory is exhausted. Any thread. */
Plan *plan_create(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                  int workers, Reason *error);

/* One of several engines of as many workers each, which are to be kept apart. */
typedef struct PlanShare {
    int index; /* from 0 */
    int count;
} PlanShare;

/* The plan for such an engine. The workers of all are dealt seats as if they were of one engine;
 * each engine then takes a run of these seats in the order of the machine, neighbours as far as can
 * be. So no two engines are seated on one core while another core is free, and the siblings of a
 * core go to the same engine. Placement `auto` binds each worker to its core. A share of one is
 * plan_create(). All workers together may be PLAN_MAX_WORKERS. */
Plan *plan_create_share(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                        int workers, PlanShare share, Reason *error);

/* NULL is allowed. */
void plan_destroy(Plan *plan);

/* The name of a binding for reports: "nothing", "node", "l3", "core". */
const char *plan_binding_name(PlanBinding binding);
