#include "engine/engine_insider.h"
#include "engine/history_groups.h"

#include "engine/placement_report.h"
#include "machine/topology.h"
#include "support.h"

#define SCOPES (HISTORIES_OF_NODE + 1)

/* Described as hwloc does it. */
static Machine *machine_of(const char *description) {
    Reason error;
    Machine *machine = machine_load_from(description, &error);
    if (!machine)
        skip(); /* built without hwloc */
    return machine;
}

static Plan *plan_for(const Machine *machine, ThreadPlacement placement, int workers) {
    const NumaPolicy policy = {.kind = NUMA_POLICY_SYSTEM};
    Reason error;
    Plan *plan = plan_create(machine, &policy, placement, workers, &error);
    if (!plan)
        fail_msg("%s", error.text);
    return plan;
}

/* Holds the groups of workers against digits, one a worker. */
static void expect_groups(HistoryScope scope, const char *description, ThreadPlacement placement,
                          const char *expected) {
    const int workers = (int)strlen(expected);
    Machine *machine = machine_of(description);
    Plan *plan = plan_for(machine, placement, workers);
    int group_of[POOL_MAX_WORKERS], most = 0;
    const int count = history_groups_assign(scope, plan, machine, workers, group_of);
    char text[64] = "";
    for (int i = 0; i < workers; i++) {
        text[i] = (char)('0' + group_of[i]);
        most = group_of[i] > most ? group_of[i] : most;
    }
    assert_string_equal(text, expected);
    assert_int_equal(count, most + 1);
    plan_destroy(plan);
    machine_destroy(machine);
}

static void groups_follow_the_machine(void **state) {
    (void)state;
    const char *two = "package:2 [numa] l3:2 core:4 pu:1";
    expect_groups(HISTORIES_OF_THREAD, two, PLACEMENT_AUTO, "01234567");
    expect_groups(HISTORIES_OF_NODE, two, PLACEMENT_AUTO, "01010101");
    expect_groups(HISTORIES_OF_L3, two, PLACEMENT_AUTO, "01230123");
    expect_groups(HISTORIES_OF_L3, two, PLACEMENT_COMPACT, "01010101");
    /* Without a level 3 cache the node is the group. */
    expect_groups(HISTORIES_OF_L3, "package:2 [numa] core:4 pu:1", PLACEMENT_AUTO, "0101");
    /* A cache that serves two nodes does not make them one. */
    expect_groups(HISTORIES_OF_L3, "l3:2 numa:2 core:2 pu:1", PLACEMENT_AUTO, "01230123");
    expect_groups(HISTORIES_OF_NODE, "package:1 l3:2 core:2 pu:2", PLACEMENT_AUTO, "00000000");
    expect_groups(HISTORIES_OF_L3, "package:1 l3:2 core:2 pu:2", PLACEMENT_AUTO, "01010101");
}

static void without_a_plan_all_are_together(void **state) {
    (void)state;
    int group_of[5];
    assert_int_equal(history_groups_assign(HISTORIES_OF_THREAD, NULL, NULL, 5, group_of), 5);
    for (int scope = HISTORIES_OF_L3; scope <= HISTORIES_OF_NODE; scope++) {
        assert_int_equal(history_groups_assign((HistoryScope)scope, NULL, NULL, 5, group_of), 1);
        assert_int_equal(group_of[4], 0);
    }
}

/* Two groups of three and two workers, and one worker alone. */
static void groups_share_memory_of_their_size(void **state) {
    (void)state;
    static HistoryGroups groups;
    Machine *machine = machine_of("numa:3 core:8 pu:1");
    Plan *plan = plan_for(machine, PLACEMENT_NONE, 6);
    static const int NODES[] = {0, 1, 0, 1, 2, 0};
    for (int i = 0; i < 6; i++)
        plan->workers[i].node = NODES[i];
    plan->places_memory = false; /* these nodes are not this machine's */
    assert_true(history_groups_make(&groups, HISTORIES_OF_NODE, plan, machine, 6));
    assert_int_equal(groups.count, 3);
    static const int MEMBERS[] = {3, 2, 1}, FIRSTS[] = {0, 1, 4};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(groups.groups[i].members, MEMBERS[i]);
        assert_int_equal(groups.groups[i].node, -1);
        if (MEMBERS[i] > 1)
            assert_true(groups.groups[i].memory.bytes >= shared_histories_bytes(MEMBERS[i]));
    }
    for (int i = 0; i < 6; i++) {
        assert_true(history_groups_populate_part(&groups, i));
        const HistoryShare *share = &groups.by_worker[i];
        assert_ptr_equal(share->tables, groups.by_worker[FIRSTS[NODES[i]]].tables);
        if (NODES[i] == 2)
            assert_null(share->tables);
        else
            assert_int_equal(share->members, MEMBERS[NODES[i]]);
    }
    assert_ptr_not_equal(groups.by_worker[0].tables, groups.by_worker[1].tables);
    unsigned char *first = (unsigned char *)groups.by_worker[0].tables;
    memset(first, 1, shared_histories_bytes(3));
    for (int i = 0; i < 6; i++)
        history_groups_forget_part(&groups, i);
    for (size_t i = 0; i < shared_histories_bytes(3); i++)
        assert_int_equal(first[i], 0);
    history_groups_release(&groups);
    assert_null(groups.by_worker[0].tables);
    assert_true(history_groups_make(&groups, HISTORIES_OF_THREAD, plan, machine, 6));
    assert_int_equal(groups.count, 0);
    plan_destroy(plan);
    machine_destroy(machine);
}

/* How many blocks of histories are shared. */
static int shared_blocks(Recorder *recorder) {
    PlacementReport *report = engine_placement_report(recorder->engine);
    assert_non_null(report);
    const int count = report->history_count;
    for (int i = 0; i < count; i++)
        assert_true(report->histories[i].bytes >= shared_histories_bytes(2));
    placement_report_destroy(report);
    return count;
}

/* Races of any scope show under ThreadSanitizer. */
static void threads_search_in_any_scope(void **state) {
    (void)state;
    static const HistoryScope ORDER[] = {HISTORIES_OF_NODE, HISTORIES_OF_L3, HISTORIES_OF_THREAD,
                                         HISTORIES_OF_L3, HISTORIES_OF_NODE};
    Recorder *recorder = new_engine(4, 4);
    assert_true(engine_set_numa_policy(recorder->engine, &(NumaPolicy){.kind = NUMA_POLICY_NONE}));
    for (int i = 0; i < (int)ARRAY_LENGTH(ORDER); i++) {
        engine_set_history_scope(recorder->engine, ORDER[i]);
        assert_int_equal(shared_blocks(recorder), ORDER[i] != HISTORIES_OF_THREAD);
        set_position(recorder, MIDDLEGAME_FEN);
        search(recorder, to_depth(9));
        set_position(recorder, FEN_START);
        search(recorder, to_depth(9));
        engine_new_game(recorder->engine);
        search(recorder, to_depth(7));
    }
    engine_set_threads(recorder->engine, 2);
    assert_int_equal(shared_blocks(recorder), 1);
    search(recorder, to_depth(7));
    engine_set_threads(recorder->engine, 1);
    assert_int_equal(shared_blocks(recorder), 0);
    search(recorder, to_depth(7));
    end_engine(recorder);
}

/* The same where threads have their places, on whatever machine this is. */
static void threads_search_where_they_are_placed(void **state) {
    (void)state;
    for (int scope = 0; scope < SCOPES; scope++) {
        Recorder *recorder = new_engine(4, 4);
        engine_set_history_scope(recorder->engine, (HistoryScope)scope);
        assert_true(
            engine_set_numa_policy(recorder->engine, &(NumaPolicy){.kind = NUMA_POLICY_SYSTEM}));
        search(recorder, to_depth(9));
        if (scope == HISTORIES_OF_THREAD)
            assert_int_equal(shared_blocks(recorder), 0);
        end_engine(recorder);
    }
}

/* One thread shares with nobody: it searches the same tree, and again after a new game. */
static void a_thread_alone_does_not_notice(void **state) {
    (void)state;
    uint64_t nodes[2 * SCOPES];
    for (int scope = 0; scope < SCOPES; scope++) {
        Recorder *recorder = new_engine(1, 1);
        engine_set_history_scope(recorder->engine, (HistoryScope)scope);
        for (int round = 0; round < 2; round++) {
            engine_new_game(recorder->engine);
            set_position(recorder, MIDDLEGAME_FEN);
            search(recorder, to_depth(8));
            nodes[2 * scope + round] = recorder->best.figures.nodes;
        }
        end_engine(recorder);
    }
    for (int i = 1; i < 2 * SCOPES; i++)
        assert_int_equal(nodes[i], nodes[0]);
}

/* A new scope begins with nothing learned, an old one that is set again goes on. */
static void only_a_change_forgets(void **state) {
    (void)state;
    uint64_t nodes[3];
    Recorder *recorder = new_engine(1, 1);
    for (int i = 0; i < 3; i++) {
        engine_clear_hash(recorder->engine);
        engine_set_history_scope(recorder->engine,
                                 i == 2 ? HISTORIES_OF_NODE : HISTORIES_OF_THREAD);
        set_position(recorder, MIDDLEGAME_FEN);
        search(recorder, to_depth(9));
        nodes[i] = recorder->best.figures.nodes;
    }
    assert_int_not_equal(nodes[1], nodes[0]);
    assert_int_equal(nodes[2], nodes[0]);
    end_engine(recorder);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_follow_the_machine),
        cmocka_unit_test(without_a_plan_all_are_together),
        cmocka_unit_test(groups_share_memory_of_their_size),
        cmocka_unit_test(threads_search_in_any_scope),
        cmocka_unit_test(threads_search_where_they_are_placed),
        cmocka_unit_test(a_thread_alone_does_not_notice),
        cmocka_unit_test(only_a_change_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
