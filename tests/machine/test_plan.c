#include "properties.h"

/* Plans for small machines, by example and by property. */

static void properties_hold_on_synthetic_machines(void **state) {
    (void)state;
    static const char *const MACHINES[] = {
        "pu:1",
        "core:1 pu:2",
        "package:1 l3:1 core:4 pu:2",
        "package:2 l3:1 core:4 pu:2",
        "package:2 [numa] l3:2 core:4 pu:2",
        "package:2 [numa] l3:4 core:2 pu:1",
        "package:1 [numa] l3:16 core:2 pu:2",
        "package:2 l3:1 numa:2 core:3 pu:2", /* sub-NUMA clusters of one level 3 cache */
        "package:4 [numa] core:2 pu:4",
        "numa:8 core:2 pu:1",
        "package:4 numa:4 core:2 pu:1",
        "package:3 [numa] l3:3 core:3 pu:3",
    };
    for (size_t i = 0; i < sizeof MACHINES / sizeof MACHINES[0]; i++) {
        Machine *machine = load(MACHINES[i]);
        check_machine(machine, MACHINES[i]);
        machine_destroy(machine);
    }
}

static void properties_hold_on_odd_machines(void **state) {
    (void)state;
    static const char *const NAMES[] = {"hybrid",     "memory_only", "memoryless",
                                        "disallowed", "twins",       "fast_memory"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        Machine *machine = load_xml(NAMES[i]);
        check_machine(machine, NAMES[i]);
        machine_destroy(machine);
    }
}

/* Random holes: an affinity mask that leaves nodes and cores of every size. */
static void properties_hold_under_any_affinity(void **state) {
    (void)state;
    uint64_t random = 1;
    Machine *machine = load("package:3 [numa] l3:2 core:3 pu:2");
    for (int round = 0; round < 40; round++) {
        int allowed = 0;
        for (int i = 0; i < machine->pu_count; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            machine->pus[i].allowed = random >> 62 != 0 && (round % 4 != 0 || random >> 61 != 7);
            allowed += machine->pus[i].allowed;
        }
        if (allowed > 1)
            check_machine(machine, "holes");
    }
    machine_destroy(machine);
}

/* A plan by the names of its policy and placement; to be destroyed. */
static Plan *plan_of(const Machine *machine, const char *policy_text, ThreadPlacement placement,
                     int workers) {
    Reason error;
    NumaPolicy policy = {0};
    if (!numa_policy_parse(text_of(policy_text), &policy, &error))
        fail_msg("%s", error.text);
    Plan *plan = plan_create(machine, &policy, placement, workers, &error);
    numa_policy_clear(&policy);
    if (!plan)
        fail_msg("%s", error.text);
    return plan;
}

/* Holds a plan against text: the processors and the node of each worker, "0,1@0 2,3@1". */
static void expect_plan(const Machine *machine, const char *policy, ThreadPlacement placement,
                        PlanBinding binding, int workers, const char *expected) {
    Plan *plan = plan_of(machine, policy, placement, workers);
    char text[4096] = "";
    size_t length = 0;
    for (int i = 0; i < plan->worker_count; i++) {
        const PlanSet *set = &plan->sets[plan->workers[i].set];
        for (int j = 0; j < set->pu_count; j++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                                       j > 0   ? ","
                                       : i > 0 ? " "
                                               : "",
                                       set->pus[j]);
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "@%d", plan->workers[i].node);
    }
    assert_string_equal(text, expected);
    assert_int_equal(plan->binding, binding);
    plan_destroy(plan);
}

static void places_as_the_words_say(void **state) {
    (void)state;
    Machine *machine = load("package:2 [numa] l3:2 core:2 pu:2");
    expect_plan(machine, "system", PLACEMENT_CORES, PLAN_BOUND_CORE, 5,
                "0,1@0 8,9@1 4,5@0 12,13@1 2,3@0");
    expect_plan(machine, "system", PLACEMENT_CORES, PLAN_BOUND_CORE, 10,
                "0@0 8@1 4,5@0 12,13@1 2,3@0 10,11@1 6,7@0 14,15@1 1@0 9@1");
    Machine *many =
        load("core:2 pu:4"); /* each core has its third worker before one has a fourth */
    expect_plan(many, "system", PLACEMENT_CORES, PLAN_BOUND_CORE, 6, "0,3@0 4,7@0 1@0 5@0 2@0 6@0");
    machine_destroy(many);
    expect_plan(machine, "system", PLACEMENT_SCATTER, PLAN_BOUND_L3, 4,
                "0,1,2,3@0 8,9,10,11@1 4,5,6,7@0 12,13,14,15@1");
    expect_plan(machine, "system", PLACEMENT_COMPACT, PLAN_BOUND_L3, 4,
                "0,1,2,3@0 8,9,10,11@1 0,1,2,3@0 8,9,10,11@1");
    expect_plan(machine, "system", PLACEMENT_NONE, PLAN_BOUND_NODE, 2,
                "0,1,2,3,4,5,6,7@0 8,9,10,11,12,13,14,15@1");
    expect_plan(machine, "system", PLACEMENT_AUTO, PLAN_BOUND_NODE, 2,
                "0,1,2,3,4,5,6,7@0 8,9,10,11,12,13,14,15@1");
    expect_plan(machine, "system", PLACEMENT_AUTO, PLAN_BOUND_L3, 4,
                "0,1,2,3@0 8,9,10,11@1 4,5,6,7@0 12,13,14,15@1");
    expect_plan(machine, "8-9,12:0-1", PLACEMENT_CORES, PLAN_BOUND_CORE, 3, "8,9@1 0,1@0 12@1");
    machine_destroy(machine);
}

static PlanBinding binding_of(const Machine *machine, const char *policy, ThreadPlacement placement,
                              int workers) {
    Plan *plan = plan_of(machine, policy, placement, workers);
    PlanBinding binding = plan->binding;
    plan_destroy(plan);
    return binding;
}

/* One thread, or three on two nodes, must not bring engine after engine to the first node; what
 * loads the nodes alike, or wants most of the machine, is bound. */
static void automatic_binds_where_it_helps(void **state) {
    (void)state;
    Machine *machine = load("package:2 [numa] l3:1 core:8 pu:2");
    static const PlanBinding EXPECTED[] = {
        PLAN_UNBOUND,    PLAN_BOUND_NODE, PLAN_UNBOUND,    PLAN_BOUND_NODE, PLAN_BOUND_NODE,
        PLAN_BOUND_NODE, PLAN_BOUND_NODE, PLAN_BOUND_NODE, PLAN_BOUND_NODE,
    };
    for (int i = 0; i < 9; i++)
        assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, i + 1), EXPECTED[i]);
    assert_int_equal(binding_of(machine, "system", PLACEMENT_AUTO, 1), PLAN_BOUND_NODE);
    assert_int_equal(binding_of(machine, "none", PLACEMENT_CORES, 16), PLAN_UNBOUND);
    machine_destroy(machine);

    /* Half of the cores, which nodes of one and of three cores do not share alike, is not most. */
    machine = load("package:2 [numa] core:3 pu:1");
    machine->pus[4].allowed = machine->pus[5].allowed = false;
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 2), PLAN_UNBOUND);
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 3), PLAN_BOUND_NODE);
    machine_destroy(machine);

    /* One of four workers on two of ten cores is a quarter above their share, which may be. */
    machine = load("package:2 [numa] core:8 pu:1");
    for (int i = 10; i < 16; i++)
        machine->pus[i].allowed = false;
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 4), PLAN_BOUND_NODE);
    machine_destroy(machine);

    machine = load("package:1 [numa] l3:1 core:8 pu:2");
    for (int workers = 1; workers < 40; workers++)
        assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, workers), PLAN_UNBOUND);
    machine_destroy(machine);

    machine = load("package:1 [numa] l3:4 core:4 pu:2");
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 1), PLAN_UNBOUND);
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 4), PLAN_BOUND_L3);
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 6), PLAN_UNBOUND);
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_AUTO, 9), PLAN_BOUND_L3);
    assert_int_equal(binding_of(machine, "auto", PLACEMENT_NONE, 9), PLAN_UNBOUND);
    machine_destroy(machine);
}

static void fast_cores_come_first(void **state) {
    (void)state;
    Machine *machine = load_xml("hybrid");
    expect_plan(machine, "auto", PLACEMENT_CORES, PLAN_BOUND_CORE, 9,
                "0@0 2,3@0 4,5@0 6,7@0 8@0 10@0 12@0 14@0 1@0");
    expect_plan(machine, "auto", PLACEMENT_AUTO, PLAN_UNBOUND, 2,
                "0,1,2,3,4,5,6,7,8,10,12,14@0 0,1,2,3,4,5,6,7,8,10,12,14@0");
    expect_plan(machine, "auto", PLACEMENT_AUTO, PLAN_BOUND_NODE, 3,
                "0,1,2,3,4,5,6,7@0 0,1,2,3,4,5,6,7@0 0,1,2,3,4,5,6,7@0");
    machine_destroy(machine);
}

static void memory_comes_from_the_nearest_node(void **state) {
    (void)state;
    Machine *machine = load_xml("memoryless");
    Plan *plan = plan_of(machine, "system", PLACEMENT_AUTO, 3);
    assert_int_equal(plan->workers[1].node, 1);
    assert_int_equal(plan->workers[1].memory_node, 2);
    assert_int_equal(plan->memory_node_count, 2);
    assert_int_equal(plan->memory_nodes[1], 2);
    plan_destroy(plan);
    machine_destroy(machine);
}

/* Nodes of six cores and two: workers in proportion. */
static void uneven_nodes_fill_in_proportion(void **state) {
    (void)state;
    Machine *machine = load("package:2 [numa] core:6 pu:1");
    for (int i = 8; i < 12; i++)
        machine->pus[i].allowed = false;
    static const int FIRST_NODE[] = {1, 1, 2, 3, 4, 4, 5, 6, 7};
    for (int workers = 1; workers <= 9; workers++) {
        Plan *plan = plan_of(machine, "system", PLACEMENT_AUTO, workers);
        int count = 0;
        for (int i = 0; i < workers; i++)
            count += plan->workers[i].node == 0;
        assert_int_equal(count, FIRST_NODE[workers - 1]);
        plan_destroy(plan);
    }
    machine_destroy(machine);
}

static void affinity_counts_except_for_hardware(void **state) {
    (void)state;
    Machine *machine = load("package:2 [numa] core:2 pu:1");
    machine->pus[0].allowed = machine->pus[1].allowed = machine->pus[2].allowed = false;
    expect_plan(machine, "system", PLACEMENT_AUTO, PLAN_BOUND_NODE, 2, "3@1 3@1");
    expect_plan(machine, "auto", PLACEMENT_AUTO, PLAN_UNBOUND, 2, "3@1 3@1");
    expect_plan(machine, "hardware", PLACEMENT_AUTO, PLAN_BOUND_NODE, 2, "0,1@0 2,3@1");
    machine_destroy(machine);
}

/* Plans engines side by side and checks that they are apart: nobody shares a core with another
 * engine, or a PU at all, as long as there are enough of them. */
static void check_shares(const Machine *machine, int engines, int workers) {
    int *core_owner = zeroed(machine->core_count, sizeof(int)); /* engine from 1; -1: several */
    int *loads = zeroed(machine->pu_count, sizeof(int));
    int used_cores = 0, shared_cores = 0, cores = 0, usable = 0, last = -1;
    NumaPolicy policy = {0};
    Reason error;
    for (int i = 0; i < machine->pu_count; i++) {
        usable += machine->pus[i].allowed;
        cores += machine->pus[i].allowed && machine->pus[i].core != last;
        if (machine->pus[i].allowed)
            last = machine->pus[i].core;
    }
    for (int engine = 0; engine < engines; engine++) {
        Plan *plan = plan_create_share(machine, &policy, PLACEMENT_AUTO, workers,
                                       (PlanShare){engine, engines}, &error);
        if (!plan)
            fail_msg("%s", error.text);
        assert_int_equal(plan->binding, PLAN_BOUND_CORE);
        assert_int_equal(plan->worker_count, workers);
        for (int i = 0; i < workers; i++) {
            const MachinePu *seat = &machine->pus[plan->workers[i].seat];
            const PlanSet *set = &plan->sets[plan->workers[i].set];
            int *owner = &core_owner[seat->core];
            assert_true(seat->allowed);
            assert_int_equal(set->core, seat->core);
            used_cores += *owner == 0;
            shared_cores += *owner > 0 && *owner != engine + 1;
            *owner = *owner == 0 || *owner == engine + 1 ? engine + 1 : -1;
            loads[plan->workers[i].seat]++;
            bool places = false;
            for (int j = 0; j < plan->memory_node_count; j++)
                places = places || plan->memory_nodes[j] == plan->workers[i].memory_node;
            assert_true(places);
        }
        plan_destroy(plan);
    }
    int all = engines * workers;
    assert_int_equal(used_cores, all < cores ? all : cores);
    if (all <= cores)
        assert_int_equal(shared_cores, 0);
    assert_true(shared_cores < engines || all > usable);
    for (int i = 0; i < machine->pu_count; i++)
        assert_true(loads[i] <= (all + usable - 1) / usable);
    free(core_owner);
    free(loads);
}

static void engines_side_by_side_are_apart(void **state) {
    (void)state;
    static const char *const MACHINES[] = {"pu:1",
                                           "core:2 pu:1",
                                           "core:1 pu:2",
                                           "package:1 [numa] l3:4 core:4 pu:2",
                                           "package:2 [numa] l3:2 core:4 pu:2",
                                           "package:3 [numa] core:3 pu:4"};
    for (size_t i = 0; i < sizeof MACHINES / sizeof MACHINES[0]; i++) {
        Machine *machine = load(MACHINES[i]);
        for (int engines = 2; engines <= 2 * machine->pu_count; engines++) {
            for (int workers = 1; engines * workers <= 3 * machine->pu_count; workers++)
                check_shares(machine, engines, workers);
        }
        machine_destroy(machine);
    }
    Machine *machine = load_xml("hybrid");
    for (int engines = 2; engines <= machine->pu_count; engines++)
        check_shares(machine, engines, 1);
    machine_destroy(machine);
}

/* The PUs of each worker of an engine among others, as in expect_plan(). */
static void expect_share(const Machine *machine, int workers, PlanShare share,
                         const char *expected) {
    NumaPolicy policy = {0};
    char text[256] = "";
    Reason error;
    Plan *plan = plan_create_share(machine, &policy, PLACEMENT_AUTO, workers, share, &error);
    assert_non_null(plan);
    for (int i = 0; i < workers; i++) {
        const PlanSet *set = &plan->sets[plan->workers[i].set];
        for (int j = 0; j < set->pu_count; j++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d",
                     j > 0   ? ","
                     : i > 0 ? " "
                             : "",
                     set->pus[j]);
    }
    assert_string_equal(text, expected);
    plan_destroy(plan);
}

static void engines_keep_to_their_nodes_and_siblings(void **state) {
    (void)state;
    Machine *machine = load("package:2 [numa] l3:1 core:2 pu:2");
    expect_share(machine, 2, (PlanShare){0, 2}, "0,1 2,3");
    expect_share(machine, 2, (PlanShare){1, 2}, "4,5 6,7");
    expect_share(machine, 1, (PlanShare){1, 3}, "2,3");
    expect_share(machine, 2, (PlanShare){0, 4}, "0 1");
    expect_share(machine, 2, (PlanShare){3, 4}, "6 7");
    Reason error;
    assert_null(plan_create_share(machine, &(NumaPolicy){0}, PLACEMENT_AUTO, 1024,
                                  (PlanShare){0, 1024}, &error));
    assert_non_null(strstr(error.text, "1024 engines"));
    Plan *most = plan_create_share(machine, &(NumaPolicy){0}, PLACEMENT_AUTO, 1,
                                   (PlanShare){0, PLAN_MAX_WORKERS}, &error);
    assert_non_null(most);
    plan_destroy(most);
    machine_destroy(machine);
}

static void warns_once_of_each(void **state) {
    (void)state;
    Machine *machine = load("core:4 pu:1");
    Plan *plan = plan_of(machine, "auto", PLACEMENT_AUTO, 4);
    assert_int_equal(plan->warnings.count, 0);
    plan_destroy(plan);
    machine->quota_milli = 4000; /* no less than they want */
    plan = plan_of(machine, "auto", PLACEMENT_AUTO, 4);
    assert_int_equal(plan->warnings.count, 0);
    plan_destroy(plan);
    machine->quota_milli = 2500;
    plan = plan_of(machine, "0-9", PLACEMENT_CORES, 5);
    assert_int_equal(plan->warnings.count, 3);
    assert_non_null(strstr(plan->warnings.texts[0], "6 processors of the list, the first is 4"));
    assert_non_null(strstr(plan->warnings.texts[1], "5 threads"));
    assert_non_null(strstr(plan->warnings.texts[2], "2.50 processors"));
    plan_destroy(plan);
    machine->quota_milli = 500;
    plan = plan_of(machine, "3-4", PLACEMENT_CORES, 1);
    assert_int_equal(plan->warnings.count, 2);
    assert_string_equal(plan->warnings.texts[0],
                        "1 processor of the list, the first is 4, is not there or not allowed");
    assert_non_null(strstr(plan->warnings.texts[1], ": 1 thread will be held back"));
    plan_destroy(plan);
    machine->quota_milli = 2500;
    plan = plan_of(machine, "none", PLACEMENT_CORES, 2);
    assert_int_equal(plan->warnings.count, 1);
    assert_non_null(strstr(plan->warnings.texts[0], "cores"));
    plan_destroy(plan);
    machine_destroy(machine);
}

static void refuses_a_list_of_nothing(void **state) {
    (void)state;
    Machine *machine = load("core:4 pu:1");
    NumaPolicy policy = {0};
    Reason error = {""};
    assert_true(numa_policy_parse(text_of("7-8:12"), &policy, &error));
    assert_null(plan_create(machine, &policy, PLACEMENT_AUTO, 1, &error));
    assert_non_null(strstr(error.text, "7"));
    numa_policy_clear(&policy);
    machine_destroy(machine);
}

/* Of what is one node for want of a better description, nothing says where memory would be near. */
static void unknown_machine_places_no_memory(void **state) {
    (void)state;
    const int pus[] = {0, 1, 2, 3};
    Reason error;
    Machine *machine = machine_create_flat(pus, ARRAY_LENGTH(pus), &error);
    const NumaPolicy policy = {.kind = NUMA_POLICY_SYSTEM};
    Plan *plan = plan_create(machine, &policy, PLACEMENT_CORES, 2, &error);
    assert_int_equal(plan->binding, PLAN_BOUND_CORE);
    assert_false(plan->places_memory);
    assert_int_equal(plan->memory_node_count, 0);
    plan_destroy(plan);
    machine_destroy(machine);
}

int main(void) {
    if (!can_load()) {
        printf("skipped: built without hwloc\n");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_hold_on_synthetic_machines),
        cmocka_unit_test(properties_hold_on_odd_machines),
        cmocka_unit_test(properties_hold_under_any_affinity),
        cmocka_unit_test(places_as_the_words_say),
        cmocka_unit_test(automatic_binds_where_it_helps),
        cmocka_unit_test(fast_cores_come_first),
        cmocka_unit_test(memory_comes_from_the_nearest_node),
        cmocka_unit_test(uneven_nodes_fill_in_proportion),
        cmocka_unit_test(affinity_counts_except_for_hardware),
        cmocka_unit_test(engines_side_by_side_are_apart),
        cmocka_unit_test(engines_keep_to_their_nodes_and_siblings),
        cmocka_unit_test(warns_once_of_each),
        cmocka_unit_test(refuses_a_list_of_nothing),
        cmocka_unit_test(unknown_machine_places_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
