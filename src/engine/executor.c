#include "engine/executor.h"

#include <stdatomic.h>

#include "base/integers.h"
#include "base/processors.h"
#include "machine/topology.h"

void executor_clear(Executor *executor) {
    plan_destroy(executor->plan);
    machine_destroy(executor->machine);
    numa_policy_clear(&executor->policy);
    *executor = (Executor){0};
}

/* Left to itself, one thread is not bound, and so the machine does not matter. */
static bool needs_plan(const Executor *executor, int threads) {
    if (executor->policy.kind == NUMA_POLICY_NONE)
        return false;
    return threads > 1 || executor->policy.kind != NUMA_POLICY_AUTO ||
           executor->placement != PLACEMENT_AUTO || executor->share.count > 1;
}

static bool look_at_machine(Executor *executor) {
    if (!executor->machine_is_known) {
        Reason error;
        executor->machine = machine_load(&error);
        executor->machine_is_known = true;
        if (!executor->machine)
            warnings_add(&executor->warnings, "threads are not bound: %s", error.text);
        else if (!executor->machine->is_this_system)
            warnings_add(&executor->warnings,
                         "threads are not bound: hwloc's environment describes another machine");
    }
    return executor->machine && executor->machine->is_this_system;
}

static void make_plan(Executor *executor, int threads) {
    Reason error;
    const PlanShare share = executor->share.count > 1 ? executor->share : (PlanShare){0, 1};
    executor->plan = plan_create_share(executor->machine, &executor->policy, executor->placement,
                                       threads, share, &error);
    if (!executor->plan) {
        warnings_add(&executor->warnings, "threads are not bound: %s", error.text);
        return;
    }
    for (int i = 0; i < executor->plan->warnings.count; i++)
        warnings_add(&executor->warnings, "%s", executor->plan->warnings.texts[i]);
}

bool executor_prepare(Executor *executor, int threads) {
    if (executor->planned_threads == threads)
        return false;
    plan_destroy(executor->plan);
    executor->plan = NULL;
    executor->planned_threads = threads;
    plan_warn_of_placement(&executor->policy, executor->placement, &executor->warnings);
    if (needs_plan(executor, threads) && look_at_machine(executor))
        make_plan(executor, threads);
    return true;
}

bool executor_binds(const Executor *executor) {
    return executor->plan && executor->plan->binding != PLAN_UNBOUND;
}

int executor_processors(const Executor *executor) {
    if (!executor_binds(executor))
        return processors_allowed();
    int count = 0;
    for (int i = 0; i < executor->plan->set_count; i++)
        count += executor->plan->sets[i].pu_count;
    return int_max(count, 1);
}

NodeSet executor_nodes(const Executor *executor) {
    NodeSet nodes = {0};
    const Plan *plan = executor->plan;
    if (!plan || !plan->places_memory || executor->machine->node_count == 1)
        return nodes;
    for (int i = 0; i < plan->memory_node_count; i++)
        node_set_add(&nodes, plan->memory_nodes[i]);
    return nodes;
}

void executor_note_shortfalls(Executor *executor, const char *what, const MemoryBlock *block) {
    unsigned shortfalls = atomic_load_explicit(&block->shortfalls, memory_order_relaxed);
    for (unsigned bit = 1; bit <= SHORTFALL_LAST; bit *= 2) {
        if (shortfalls & bit)
            warnings_add(&executor->warnings, "%s: %s", what,
                         memory_shortfall_text((MemoryShortfall)bit));
    }
}
