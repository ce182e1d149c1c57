#include "machine/plan.h"

#include <stdlib.h>

#include "base/format.h"
#include "base/integers.h"
#include "machine/seats.h"

/* Level 3 groups with fewer PUs are not bound to unless the user asks: they would leave the kernel
 * no choice. */
#define MIN_L3_PUS 4

/* What is planned for a PU. */
typedef struct PlannerPu {
    bool is_dealt; /* whether a worker is seated on it */
    int set;       /* -1 while it has none */
    int part;      /* which of the PUs that its core has in one node it is */
    int parts;     /* among how many workers those are divided */
} PlannerPu;

/* A plan on its way. */
typedef struct Planner {
    const Machine *machine;
    const NumaPolicy *policy;
    ThreadPlacement placement;
    int workers; /* of all engines that are planned together */
    PlanShare share;
    Seats seats;
    int *seat_of;   /* worker's index into Seats.pus */
    PlannerPu *pus; /* by the same index */
    bool by_kind;   /* sets hold one kind of core only */
    Plan *plan;
} Planner;

/* What the PUs of a set have in common; -1 where it does not matter. */
typedef struct Cell {
    int node;
    int package; /* of PUs that the node has adopted */
    int l3;
    int kind;
    int core;
    int part;
} Cell;

static const MachinePu *machine_pu(const Planner *planner, int pu) {
    return &planner->machine->pus[planner->seats.pus[pu].index];
}

/* The group of a PU, an index. */
typedef int GroupOf(const Planner *planner, int pu);

static int node_of(const Planner *planner, int pu) {
    return planner->seats.pus[pu].node;
}

static int l3_of(const Planner *planner, int pu) {
    return machine_pu(planner, pu)->l3;
}

/* Whether engines like this one, bound to some kind of groups, would load each of these alike: no
 * group then gets more than a quarter above its share of the workers. An engine that wants more
 * than half of the machine is taken to be alone on it. */
static bool is_fair(const Planner *planner, GroupOf *group_of, int group_count) {
    const Seats *seats = &planner->seats;
    if (2 * (int64_t)planner->workers > seats->core_count)
        return true;
    int64_t *loads = calloc(2 * (size_t)group_count, sizeof *loads);
    if (!loads)
        return false;
    int64_t *cores = loads + group_count;
    for (int i = 0; i < planner->workers; i++)
        loads[group_of(planner, planner->seat_of[i])]++;
    for (int i = 0; i < seats->count; i++)
        cores[group_of(planner, i)] += seats->pus[i].rank == 0;
    bool fair = true;
    for (int i = 0; i < group_count; i++)
        fair = fair && 4 * loads[i] * seats->core_count <= 5 * cores[i] * planner->workers;
    free(loads);
    return fair;
}

/* Whether to bind to level 3 groups though nobody asked: nodes have several of them, none is tiny,
 * and the workers load them alike. */
static bool suits_l3(const Planner *planner) {
    const Seats *seats = &planner->seats;
    int groups = planner->machine->l3_count, used_groups = 0;
    int *sizes = calloc((size_t)groups + 1, sizeof *sizes);
    bool suits = sizes;
    for (int i = 0; suits && i < seats->count; i++) {
        int group = l3_of(planner, i);
        suits = group >= 0;
        if (suits)
            sizes[group]++;
    }
    for (int i = 0; suits && i < groups; i++) {
        used_groups += sizes[i] > 0;
        suits = sizes[i] == 0 || sizes[i] >= MIN_L3_PUS;
    }
    free(sizes);
    return suits && used_groups > seats->used_nodes && is_fair(planner, l3_of, groups);
}

/* Whether the workers want more than half of the cores of the fastest kind, where there are kinds:
 * fewer are left to the kernel, which knows what else runs. */
static bool wants_fast_kind(const Planner *planner) {
    int fast_cores = 0, others = 0;
    for (int i = 0; i < planner->seats.count; i++) {
        if (machine_pu(planner, i)->efficiency > 0)
            others++;
        else
            fast_cores += planner->seats.pus[i].rank == 0;
    }
    return others > 0 && 2 * (int64_t)planner->workers > fast_cores;
}

/* Whether to bind to nodes, and nothing finer. */
static PlanBinding choose_nodes(const Planner *planner) {
    if (planner->policy->kind != NUMA_POLICY_AUTO)
        return PLAN_BOUND_NODE;
    const bool suits = planner->seats.used_nodes > 1
                           ? is_fair(planner, node_of, planner->seats.node_count)
                           : planner->by_kind;
    return suits ? PLAN_BOUND_NODE : PLAN_UNBOUND;
}

static PlanBinding choose_automatically(Planner *planner) {
    if (planner->share.count > 1)
        return PLAN_BOUND_CORE;
    planner->by_kind = wants_fast_kind(planner);
    return suits_l3(planner) ? PLAN_BOUND_L3 : choose_nodes(planner);
}

static PlanBinding choose_binding(Planner *planner) {
    if (planner->policy->kind == NUMA_POLICY_NONE)
        return PLAN_UNBOUND;
    switch (planner->placement) {
    case PLACEMENT_AUTO:
        return choose_automatically(planner);
    case PLACEMENT_COMPACT:
    case PLACEMENT_SCATTER:
        planner->by_kind = true;
        return PLAN_BOUND_L3;
    case PLACEMENT_CORES:
        return PLAN_BOUND_CORE;
    default:
        return choose_nodes(planner);
    }
}

/* Where the PUs of the core of a PU end in Seats.pus. */
static int end_of_core(const Planner *planner, int pu) {
    int end = pu + 1;
    while (end < planner->seats.count &&
           machine_pu(planner, end)->core == machine_pu(planner, pu)->core)
        end++;
    return end;
}

/* Divides the PUs that a core has in a node among the workers seated on them. */
static void divide_cores(Planner *planner) {
    const Seats *seats = &planner->seats;
    int dealt = int_min(planner->workers, seats->count);
    for (int i = 0; i < dealt; i++)
        planner->pus[seats->order[i]].is_dealt = true;
    for (int i = 0; i < seats->count; i++) {
        int before = 0, workers = 0, end = end_of_core(planner, i);
        for (int j = i - seats->pus[i].rank; j < end; j++) {
            if (seats->pus[j].node != seats->pus[i].node)
                continue;
            before += j < i;
            workers += planner->pus[j].is_dealt;
        }
        planner->pus[i].part = before;
        planner->pus[i].parts = int_max(workers, 1);
    }
}

static Cell cell_of(const Planner *planner, int pu) {
    const MachinePu *about = machine_pu(planner, pu);
    Cell cell = {-1, -1, -1, -1, -1, -1};
    if (planner->plan->binding == PLAN_UNBOUND)
        return cell;
    cell.node = planner->seats.pus[pu].node;
    if (about->adopted)
        cell.package = about->package;
    if (planner->by_kind)
        cell.kind = about->efficiency;
    if (planner->plan->binding == PLAN_BOUND_L3)
        cell.l3 = about->l3;
    if (planner->plan->binding == PLAN_BOUND_CORE) {
        cell.core = about->core;
        cell.part = planner->pus[pu].part % planner->pus[pu].parts;
    }
    return cell;
}

static bool same_cell(Cell a, Cell b) {
    return a.node == b.node && a.package == b.package && a.l3 == b.l3 && a.kind == b.kind &&
           a.core == b.core && a.part == b.part;
}

/* Makes the set of a PU's cell. */
static bool make_set(Planner *planner, int pu) {
    Plan *plan = planner->plan;
    const Cell cell = cell_of(planner, pu);
    int first = 0, end = planner->seats.count;
    if (cell.core >= 0) {
        first = pu - planner->seats.pus[pu].rank;
        end = end_of_core(planner, pu);
    }
    int size = 0;
    for (int i = first; i < end; i++)
        size += same_cell(cell_of(planner, i), cell);
    PlanSet *set = &plan->sets[plan->set_count];
    set->pus = malloc((size_t)size * sizeof *set->pus);
    if (!set->pus)
        return false;
    set->l3 = machine_pu(planner, pu)->l3;
    set->core = machine_pu(planner, pu)->core;
    for (int i = first; i < end; i++) {
        if (!same_cell(cell_of(planner, i), cell))
            continue;
        const MachinePu *member = machine_pu(planner, i);
        set->pus[set->pu_count++] = member->os_index;
        set->l3 = set->l3 == member->l3 ? set->l3 : -1;
        set->core = set->core == member->core ? set->core : -1;
        planner->pus[i].set = plan->set_count;
    }
    qsort(set->pus, (size_t)size, sizeof *set->pus, integers_compare);
    plan->set_count++;
    return true;
}

/* Who sits where; see plan_create_share(). */
static void seat_workers(Planner *planner) {
    const Seats *seats = &planner->seats;
    for (int i = 0; i < planner->workers; i++)
        planner->seat_of[i] = seats->order[i % seats->count];
    if (planner->share.count > 1)
        qsort(planner->seat_of, (size_t)planner->workers, sizeof(int), integers_compare);
}

static bool place_workers(Planner *planner) {
    const Machine *machine = planner->machine;
    Plan *plan = planner->plan;
    for (int i = 0; i < planner->seats.count; i++)
        planner->pus[i].set = -1;
    if (plan->binding == PLAN_BOUND_CORE)
        divide_cores(planner);
    int first = planner->share.index * plan->worker_count;
    for (int i = 0; i < plan->worker_count; i++) {
        int seat = planner->seat_of[first + i];
        if (planner->pus[seat].set < 0 && !make_set(planner, seat))
            return false;
        const MachineNode *node = &machine->nodes[machine_pu(planner, seat)->node];
        plan->workers[i] = (PlanWorker){
            .set = planner->pus[seat].set,
            .seat = planner->seats.pus[seat].index,
            .node = node->os_index,
            .memory_node = machine->nodes[node->memory_node].os_index,
        };
    }
    return true;
}

static void list_pus_and_nodes(Planner *planner) {
    const Machine *machine = planner->machine;
    Plan *plan = planner->plan;
    for (int i = 0; i < planner->seats.count; i++)
        plan->pus[plan->pu_count++] = machine_pu(planner, i)->os_index;
    qsort(plan->pus, (size_t)plan->pu_count, sizeof *plan->pus, integers_compare);
    for (int i = 0; i < machine->node_count && plan->places_memory; i++) {
        bool used = false;
        for (int j = 0; j < plan->worker_count && !used; j++)
            used = plan->workers[j].memory_node == machine->nodes[i].os_index;
        if (used)
            plan->memory_nodes[plan->memory_node_count++] = machine->nodes[i].os_index;
    }
}

void plan_warn_of_placement(const NumaPolicy *policy, ThreadPlacement placement,
                            Warnings *warnings) {
    if (policy->kind == NUMA_POLICY_NONE && placement != PLACEMENT_AUTO &&
        placement != PLACEMENT_NONE)
        warnings_add(warnings, "NumaPolicy none binds nothing, so ThreadPlacement %s does nothing",
                     placement_name(placement));
}

static void add_warnings(Planner *planner) {
    const Machine *machine = planner->machine;
    const Seats *seats = &planner->seats;
    Warnings *warnings = &planner->plan->warnings;
    if (!machine->is_complete)
        warnings_add(warnings,
                     "this program was built without hwloc, or /sys cannot be read: the machine "
                     "counts as one node of cores");
    if (seats->unusable > 0)
        warnings_add(warnings, "%d %s of the list, the first is %d, %s not there or not allowed",
                     seats->unusable, format_plural(seats->unusable, "processor", "processors"),
                     seats->first_unusable, format_plural(seats->unusable, "is", "are"));
    plan_warn_of_placement(planner->policy, planner->placement, warnings);
    if (planner->workers > seats->count)
        warnings_add(
            warnings, "%d threads are more than the %d %s that may be used: some share one",
            planner->workers, seats->count, format_plural(seats->count, "processor", "processors"));
    if (machine->quota_milli > 0 && 1000 * (int64_t)planner->workers > machine->quota_milli)
        warnings_add(
            warnings,
            "the control group grants the time of %.2f processors: %d %s will be held back",
            (double)machine->quota_milli / 1000, planner->workers,
            format_plural(planner->workers, "thread", "threads"));
}

/* Room for everything that a plan and a planner hold. */
static bool allocate(Planner *planner) {
    size_t pus = (size_t)planner->seats.count, nodes = (size_t)planner->machine->node_count;
    Plan *plan = planner->plan;
    plan->worker_count = planner->workers / planner->share.count;
    plan->workers = calloc((size_t)plan->worker_count, sizeof *plan->workers);
    plan->sets = calloc(pus, sizeof *plan->sets);
    plan->pus = calloc(pus, sizeof *plan->pus);
    plan->memory_nodes = calloc(nodes, sizeof *plan->memory_nodes);
    planner->seat_of = calloc((size_t)planner->workers, sizeof(int));
    planner->pus = calloc(pus, sizeof *planner->pus);
    return plan->workers && plan->sets && plan->pus && plan->memory_nodes && planner->seat_of &&
           planner->pus;
}

static bool make_plan(Planner *planner, Reason *error) {
    reason_set(error, "no memory for the plan of the threads");
    if (!seats_deal(planner->machine, planner->policy, planner->placement, &planner->seats))
        return false;
    if (planner->seats.count == 0)
        return reason_set(
            error, "NumaPolicy names no processor that is there and allowed (the first is %d)",
            planner->seats.first_unusable);
    if (!allocate(planner))
        return false;
    Plan *plan = planner->plan;
    seat_workers(planner);
    plan->binding = choose_binding(planner);
    plan->places_memory = plan->binding != PLAN_UNBOUND && planner->machine->is_complete;
    if (!place_workers(planner))
        return false;
    list_pus_and_nodes(planner);
    add_warnings(planner);
    return true;
}

Plan *plan_create(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                  int workers, Reason *error) {
    return plan_create_share(machine, policy, placement, workers, (PlanShare){0, 1}, error);
}

Plan *plan_create_share(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                        int workers, PlanShare share, Reason *error) {
    workers = int_clamp(workers, 1, PLAN_MAX_WORKERS);
    if (share.count > PLAN_MAX_WORKERS / workers) {
        reason_set(error, "%d engines of %d threads are too many to plan", share.count, workers);
        return NULL;
    }
    Planner planner = {
        .machine = machine,
        .policy = policy,
        .placement = placement,
        .workers = workers * share.count,
        .share = share,
        .plan = calloc(1, sizeof(Plan)),
    };
    if (!planner.plan) {
        reason_set(error, "no memory for the plan of the threads");
        return NULL;
    }
    if (!make_plan(&planner, error)) {
        plan_destroy(planner.plan);
        planner.plan = NULL;
    }
    seats_clear(&planner.seats);
    free(planner.seat_of);
    free(planner.pus);
    return planner.plan;
}

void plan_destroy(Plan *plan) {
    if (!plan)
        return;
    for (int i = 0; i < plan->set_count; i++)
        free(plan->sets[i].pus);
    free(plan->sets);
    free(plan->workers);
    free(plan->pus);
    free(plan->memory_nodes);
    free(plan);
}

const char *plan_binding_name(PlanBinding binding) {
    static const char *const NAMES[] = {"nothing", "node", "l3", "core"};
    return NAMES[binding];
}
