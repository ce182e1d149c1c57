#pragma once

#include "base/reason.h"
#include "machine/plan.h"
#include "support.h"

/* What must hold for every plan on every machine. */

/* What a plan is checked against, counted from the machine alone. */
typedef struct Expected {
    const Machine *machine;
    const Plan *plan;
    bool *usable;    /* by index of PU */
    int *seats;      /* workers seated on each PU */
    int *set_of;     /* set that holds each PU, -1 without */
    int *set_load;   /* workers of each set */
    int *set_node;   /* home of all PUs of each set, -1 if they have several */
    int *core_seats; /* workers of the last, unfinished round on each core */
    int *node_cores; /* usable cores of each node's own */
    int *node_load;  /* workers on them */
    int cores;
    int own_cores; /* that have memory of their own */
    int fast_cores;
} Expected;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s: %d threads, placement %s: not so: %s", about, plan->worker_count,        \
                     placement_name(placement), #condition);                                       \
    } while (0)

static void *zeroed(int count, size_t size) {
    void *block = calloc((size_t)count + 1, size);
    assert_non_null(block);
    return block;
}

/* The PU of an OS index, which is its own index more often than not. */
static int find_pu(const Machine *machine, int os_index) {
    bool same = os_index >= 0 && os_index < machine->pu_count &&
                machine->pus[os_index].os_index == os_index;
    int index = same ? os_index : machine_find_pu(machine, os_index);
    assert_true(index >= 0);
    return index;
}

static void count_machine(Expected *expected) {
    const Machine *machine = expected->machine;
    for (int i = 0; i < expected->plan->pu_count; i++) {
        expected->usable[find_pu(machine, expected->plan->pus[i])] = true;
    }
    int last = -1;
    for (int i = 0; i < machine->pu_count; i++) {
        expected->set_of[i] = -1;
        if (!expected->usable[i] || machine->pus[i].core == last)
            continue;
        last = machine->pus[i].core;
        expected->cores++;
        expected->fast_cores += machine->pus[i].efficiency == 0;
        expected->own_cores += !machine->pus[i].adopted;
        expected->node_cores[machine->pus[i].node] += !machine->pus[i].adopted;
    }
}

/* Every worker has a home: a set of allowed PUs, its seat among them, on its node, whose memory can
 * be used. */
static void check_homes(Expected *expected, NumaPolicyKind policy, ThreadPlacement placement,
                        const char *about) {
    const Machine *machine = expected->machine;
    const Plan *plan = expected->plan;
    CHECK(plan->set_count > 0);
    for (int i = 0; i < plan->set_count; i++) {
        CHECK(plan->sets[i].pu_count > 0);
        for (int j = 0; j < plan->sets[i].pu_count; j++) {
            CHECK(j == 0 || plan->sets[i].pus[j] > plan->sets[i].pus[j - 1]);
            int pu = find_pu(machine, plan->sets[i].pus[j]);
            int home = machine->pus[pu].node;
            expected->set_node[i] = j == 0 || expected->set_node[i] == home ? home : -1;
            CHECK(expected->usable[pu]);
            CHECK(machine->pus[pu].allowed || policy == NUMA_POLICY_HARDWARE);
            CHECK(expected->set_of[pu] < 0); /* sets have nothing in common */
            expected->set_of[pu] = i;
            CHECK(plan->sets[i].core < 0 || plan->sets[i].core == machine->pus[pu].core);
            CHECK(plan->sets[i].l3 < 0 || plan->sets[i].l3 == machine->pus[pu].l3);
            CHECK(plan->binding != PLAN_BOUND_CORE || plan->sets[i].core >= 0);
            CHECK(plan->binding != PLAN_BOUND_L3 || plan->sets[i].l3 == machine->pus[pu].l3);
        }
    }
    for (int i = 0; i < plan->worker_count; i++) {
        const PlanWorker *worker = &plan->workers[i];
        const MachinePu *seat = &machine->pus[worker->seat];
        CHECK(expected->set_of[worker->seat] == worker->set);
        CHECK(worker->node == machine->nodes[seat->node].os_index);
        const MachineNode *memory = &machine->nodes[machine->nodes[seat->node].memory_node];
        CHECK(worker->memory_node == memory->os_index);
        CHECK(memory->memory_bytes > 0 || !machine->memory_known);
        CHECK(plan->binding == PLAN_UNBOUND || policy == NUMA_POLICY_LIST ||
              expected->set_node[worker->set] == seat->node);
        expected->seats[worker->seat]++;
        expected->set_load[worker->set]++;
        expected->node_load[seat->node] += !seat->adopted;
    }
}

/* No PU twice before all are used, neither by seats nor by what sets have room for; cores before
 * their siblings; fast kinds first. */
static void check_order(const Expected *expected, ThreadPlacement placement, const char *about) {
    const Machine *machine = expected->machine;
    const Plan *plan = expected->plan;
    int rounds = plan->worker_count / plan->pu_count;
    int rest = plan->worker_count % plan->pu_count;
    for (int i = 0; i < machine->pu_count; i++)
        CHECK(!expected->usable[i] ||
              (expected->seats[i] >= rounds && expected->seats[i] <= rounds + (rest > 0)));
    for (int i = 0; i < plan->set_count; i++)
        CHECK(expected->set_load[i] >= rounds * plan->sets[i].pu_count &&
              expected->set_load[i] <= (rounds + (rest > 0)) * plan->sets[i].pu_count);
    int cores = 0, fast = 0;
    for (int i = rounds * plan->pu_count; i < plan->worker_count; i++) {
        const MachinePu *seat = &machine->pus[plan->workers[i].seat];
        cores += expected->core_seats[seat->core]++ == 0;
        fast += seat->efficiency == 0;
    }
    CHECK(cores == (rest < expected->cores ? rest : expected->cores));
    if (rest <= expected->cores)
        CHECK(fast == (rest < expected->fast_cores ? rest : expected->fast_cores));
}

/* Cores with memory of their own before others. */
static void check_memory(const Expected *expected, ThreadPlacement placement, const char *about) {
    const Plan *plan = expected->plan;
    if (plan->worker_count > expected->own_cores || expected->fast_cores < expected->cores)
        return;
    for (int i = 0; i < plan->worker_count; i++)
        CHECK(!expected->machine->pus[plan->workers[i].seat].adopted);
}

/* In proportion to their cores: moving one worker from any node to another would not bring the two
 * nearer to their shares. */
static void check_nodes(const Expected *expected, ThreadPlacement placement, const char *about) {
    const Plan *plan = expected->plan;
    if (plan->worker_count > expected->cores || expected->fast_cores < expected->cores)
        return;
    for (int a = 0; a < expected->machine->node_count; a++) {
        for (int b = 0; b < expected->machine->node_count; b++) {
            int64_t more = expected->node_load[a], less = expected->node_load[b];
            int64_t cores_more = expected->node_cores[a], cores_less = expected->node_cores[b];
            if (more > 0 && cores_less > 0)
                CHECK((2 * more - 1) * cores_less <= (2 * less + 1) * cores_more);
        }
    }
}

static void check_binding(const Plan *plan, NumaPolicyKind policy, ThreadPlacement placement,
                          const char *about) {
    CHECK(policy != NUMA_POLICY_NONE || plan->binding == PLAN_UNBOUND);
    CHECK(plan->binding != PLAN_UNBOUND || plan->set_count == 1);
    CHECK(plan->binding != PLAN_UNBOUND || plan->sets[0].pu_count == plan->pu_count);
    CHECK(plan->places_memory == (plan->memory_node_count > 0));
    if (policy == NUMA_POLICY_NONE)
        return;
    CHECK(policy == NUMA_POLICY_AUTO || plan->binding != PLAN_UNBOUND);
    CHECK(placement != PLACEMENT_CORES || plan->binding == PLAN_BOUND_CORE);
    CHECK(placement != PLACEMENT_COMPACT || plan->binding == PLAN_BOUND_L3);
    CHECK(placement != PLACEMENT_SCATTER || plan->binding == PLAN_BOUND_L3);
    CHECK(placement != PLACEMENT_NONE || plan->binding <= PLAN_BOUND_NODE);
}

/* Plans for so many workers and checks the plan; the first workers sit where `longest` has them. */
static void check_plan(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                       int workers, const Plan *longest, const char *about) {
    Reason error;
    Plan *plan = plan_create(machine, policy, placement, workers, &error);
    if (!plan)
        fail_msg("%s: %s", about, error.text);
    CHECK(plan->worker_count == workers);
    Expected expected = {
        .machine = machine,
        .plan = plan,
        .usable = zeroed(machine->pu_count, sizeof(bool)),
        .seats = zeroed(machine->pu_count, sizeof(int)),
        .set_of = zeroed(machine->pu_count, sizeof(int)),
        .set_load = zeroed(plan->set_count, sizeof(int)),
        .set_node = zeroed(plan->set_count, sizeof(int)),
        .core_seats = zeroed(machine->core_count, sizeof(int)),
        .node_cores = zeroed(machine->node_count, sizeof(int)),
        .node_load = zeroed(machine->node_count, sizeof(int)),
    };
    count_machine(&expected);
    check_homes(&expected, policy->kind, placement, about);
    check_order(&expected, placement, about);
    check_memory(&expected, placement, about);
    if (policy->kind != NUMA_POLICY_LIST)
        check_nodes(&expected, placement, about);
    check_binding(plan, policy->kind, placement, about);
    for (int i = 0; i < workers; i++)
        CHECK(plan->workers[i].seat == longest->workers[i].seat);
    free(expected.usable);
    free(expected.seats);
    free(expected.set_of);
    free(expected.set_load);
    free(expected.set_node);
    free(expected.core_seats);
    free(expected.node_cores);
    free(expected.node_load);
    plan_destroy(plan);
}

/* All placements under one policy, for 1 worker to twice as many as PUs. */
static void check_policy(const Machine *machine, const char *value, const char *name) {
    char about[512];
    Reason error;
    NumaPolicy policy = {0};
    if (!numa_policy_parse(text_of(value), &policy, &error))
        fail_msg("%s: %s", value, error.text);
    snprintf(about, sizeof about, "%s, policy %.60s", name, value);
    for (int placement = 0; placement < PLACEMENT_COUNT; placement++) {
        Reason plan_error;
        int most = 2 * machine->pu_count + 1;
        Plan *longest =
            plan_create(machine, &policy, (ThreadPlacement)placement, most, &plan_error);
        assert_non_null(longest);
        for (int workers = 1; workers <= most; workers++)
            check_plan(machine, &policy, (ThreadPlacement)placement, workers, longest, about);
        plan_destroy(longest);
    }
    numa_policy_clear(&policy);
}

/* All policies, and two lists made from the machine: its PUs in two halves, and every third one. */
static void check_machine(const Machine *machine, const char *name) {
    check_policy(machine, "auto", name);
    check_policy(machine, "system", name);
    check_policy(machine, "hardware", name);
    check_policy(machine, "none", name);
    size_t size = 16 * (size_t)machine->pu_count, halves = 0, thirds = 0;
    char *two_halves = zeroed((int)size, 1), *every_third = zeroed((int)size, 1);
    int allowed = 0;
    for (int i = 0; i < machine->pu_count; i++) {
        if (!machine->pus[i].allowed)
            continue;
        const char *separator = halves == 0 ? "" : i == machine->pu_count / 2 ? ":" : ",";
        halves += (size_t)snprintf(two_halves + halves, size - halves, "%s%d", separator,
                                   machine->pus[i].os_index);
        if (allowed++ % 3 == 0)
            thirds += (size_t)snprintf(every_third + thirds, size - thirds, "%s%d",
                                       thirds == 0 ? "" : ":", machine->pus[i].os_index);
    }
    check_policy(machine, two_halves, name);
    check_policy(machine, every_third, name);
    free(two_halves);
    free(every_third);
}
