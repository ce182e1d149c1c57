#include <limits.h>
#include <unistd.h>

#include "../nnue/support.h"
#include "engine/engine_insider.h"
#include "engine/executor.h"
#include "engine/node_networks.h"
#include "engine/placement_report.h"
#include "machine/memory_pages.h"
#include "machine/thread_binding.h"
#include "support.h"

#define MOST_PROCESSORS 8192
#define REASON_SIZE     200

/* MiB of a table that is there as a whole before the first search. */
#define LARGE_TABLE 65

static const char *const FENS[] = {FEN_START, MIDDLEGAME_FEN, TACTICAL_FEN, ENDGAME_FEN, FEN_START};

static int processors[MOST_PROCESSORS];
static int processor_count;

static PlacementReport *report_of(Recorder *recorder) {
    PlacementReport *report = engine_placement_report(recorder->engine);
    assert_non_null(report);
    assert_int_equal(report->thread_count, engine_threads(recorder->engine));
    return report;
}

static void set_policy(Recorder *recorder, const char *text) {
    NumaPolicy policy;
    Reason reason;
    if (!numa_policy_parse(text_of(text), &policy, &reason))
        fail_msg("%s: %s", text, reason.text);
    assert_true(engine_set_numa_policy(recorder->engine, &policy));
    numa_policy_clear(&policy);
}

static int count_warnings(Recorder *recorder, const char *part) {
    int count = 0;
    for (const char *warning = engine_next_warning(recorder->engine); warning;
         warning = engine_next_warning(recorder->engine))
        count += strstr(warning, part) != NULL;
    return count;
}

/* What every report must say, whatever was planned. */
static void check_memory(const PlacementReport *report, size_t hash_mib) {
    assert_true(report->has_table);
    assert_true(report->table.bytes >= hash_mib << 20);
    assert_true(report->table.memory.nodes_known);
    const size_t there = memory_residency_total(&report->table.memory);
    assert_true(there > 0 && there <= report->table.bytes);
    if (hash_mib >= LARGE_TABLE)
        assert_int_equal(there, report->table.bytes);
    for (int i = 0; i < report->thread_count; i++) {
        assert_true(report->threads[i].memory.nodes_known);
        assert_true(memory_residency_total(&report->threads[i].memory) >= sizeof(Worker));
    }
}

static void one_thread_is_left_alone(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 16);
    PlacementReport *report = report_of(recorder);
    assert_int_equal(report->binding, PLAN_UNBOUND);
    const PlacedThread *thread = &report->threads[0];
    assert_false(thread->is_planned);
    assert_int_equal(thread->memory_node, -1);
    assert_int_equal(thread->processor_count, processor_count);
    assert_memory_equal(thread->processors, processors, (size_t)processor_count * sizeof(int));
    assert_int_not_equal(thread->task, gettid());
    check_memory(report, 16);
    placement_report_destroy(report);
    if (memory_pages_transparent())
        assert_null(engine_next_warning(recorder->engine));
    end_engine(recorder);
}

static void one_thread_is_bound_for_who_asks(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 16);
    engine_set_thread_placement(recorder->engine, PLACEMENT_CORES);
    PlacementReport *report = report_of(recorder);
    assert_int_equal(report->binding, PLAN_BOUND_CORE);
    assert_true(report->threads[0].is_planned);
    placement_report_destroy(report);
    end_engine(recorder);
}

/* The user's own nodes, each of one processor, can be had on any machine. */
static void threads_are_bound_as_planned(void **state) {
    (void)state;
    Recorder *recorder = recorder_of(engine_create());
    char list[64];
    const int last = processors[processor_count - 1];
    if (processor_count > 1)
        snprintf(list, sizeof list, "%d:%d", processors[0], last);
    else
        snprintf(list, sizeof list, "%d", last);
    set_policy(recorder, list);
    engine_set_threads(recorder->engine, 2);
    engine_set_hash(recorder->engine, LARGE_TABLE);
    PlacementReport *report = report_of(recorder);
    assert_int_not_equal(report->binding, PLAN_UNBOUND);
    for (int i = 0; i < 2; i++) {
        const PlacedThread *thread = &report->threads[i];
        assert_true(thread->is_planned && thread->is_as_planned);
        assert_int_equal(thread->processor_count, 1);
        assert_int_equal(thread->processors[0], i == 0 ? processors[0] : last);
        assert_int_equal(thread->processor, thread->processors[0]);
        assert_true(thread->memory_node >= 0);
        const size_t there = thread->memory.by_node[thread->memory_node];
        assert_int_equal(there, memory_residency_total(&thread->memory));
    }
    check_memory(report, LARGE_TABLE);
    placement_report_destroy(report);
    set_position(recorder, MIDDLEGAME_FEN);
    search(recorder, to_depth(6));
    think(recorder, to_depth(6));
    end_engine(recorder);
}

static void engines_side_by_side_share_no_processor(void **state) {
    (void)state;
    if (processor_count < 2)
        skip();
    PlacementReport *reports[2];
    Recorder *recorders[2];
    for (int i = 0; i < 2; i++) {
        recorders[i] = new_engine(1, 1);
        engine_set_share(recorders[i]->engine, i, 2);
        reports[i] = report_of(recorders[i]);
        assert_int_equal(reports[i]->binding, PLAN_BOUND_CORE);
        assert_true(reports[i]->threads[0].is_planned && reports[i]->threads[0].is_as_planned);
    }
    const PlacedThread *first = &reports[0]->threads[0], *second = &reports[1]->threads[0];
    for (int i = 0; i < first->processor_count; i++) {
        for (int j = 0; j < second->processor_count; j++)
            assert_int_not_equal(first->processors[i], second->processors[j]);
    }
    for (int i = 0; i < 2; i++) {
        placement_report_destroy(reports[i]);
        engine_set_share(recorders[i]->engine, 0, 1);
        reports[i] = report_of(recorders[i]);
        assert_false(reports[i]->threads[0].is_planned);
        placement_report_destroy(reports[i]);
        end_engine(recorders[i]);
    }
}

/* The first and the last of two, and one that is alone. */
static void shares_are_clamped(void **state) {
    (void)state;
    static const PlanShare SHARES[][2] = {
        {{-1, 2}, {0, 2}}, {{INT_MAX, 2}, {1, 2}}, {{7, 0}, {0, 1}}, {{INT_MIN, -3}, {0, 1}}};
    Recorder *recorder = new_engine(2, 1);
    for (int i = 0; i < (int)ARRAY_LENGTH(SHARES); i++) {
        PlacementReport *reports[2];
        for (int j = 0; j < 2; j++) {
            engine_set_share(recorder->engine, SHARES[i][j].index, SHARES[i][j].count);
            reports[j] = report_of(recorder);
        }
        assert_int_equal(reports[0]->binding, reports[1]->binding);
        for (int n = 0; n < 2; n++) {
            const PlacedThread *given = &reports[0]->threads[n], *meant = &reports[1]->threads[n];
            assert_int_equal(given->processor_count, meant->processor_count);
            assert_memory_equal(given->processors, meant->processors,
                                (size_t)meant->processor_count * sizeof(int));
        }
        placement_report_destroy(reports[0]);
        placement_report_destroy(reports[1]);
    }
    end_engine(recorder);
}

/* A policy that binds nothing names the placement in a warning. */
static void placements_are_clamped(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 1);
    set_policy(recorder, "none");
    engine_set_thread_placement(recorder->engine, (ThreadPlacement)1000000);
    assert_true(engine_prepare(recorder->engine));
    assert_int_equal(count_warnings(recorder, "ThreadPlacement"), 0);
    end_engine(recorder);
}

static void a_policy_can_be_changed_and_undone(void **state) {
    (void)state;
    static const char *const POLICIES[] = {"system", "none", "hardware", "auto", "system"};
    Recorder *recorder = new_engine(3, 1);
    uint64_t placed = engine_placements(recorder->engine);
    for (int i = 0; i < (int)ARRAY_LENGTH(POLICIES); i++) {
        set_policy(recorder, POLICIES[i]);
        engine_set_thread_placement(recorder->engine, (ThreadPlacement)(i % PLACEMENT_COUNT));
        PlacementReport *report = report_of(recorder);
        for (int n = 0; n < 3; n++)
            assert_true(!report->threads[n].is_planned || report->threads[n].is_as_planned);
        if (i != 3)
            assert_int_equal(report->threads[0].is_planned, i != 1);
        check_memory(report, 1);
        placement_report_destroy(report);
        assert_true(engine_placements(recorder->engine) > placed);
        placed = engine_placements(recorder->engine);
        assert_true(engine_prepare(recorder->engine));
        assert_int_equal(engine_placements(recorder->engine), placed);
        set_position(recorder, FENS[i]);
        search(recorder, to_depth(5));
    }
    end_engine(recorder);
}

static void bound_or_not_the_search_is_the_same(void **state) {
    (void)state;
    static const char *const POLICIES[] = {"none", "system", "auto"};
    uint64_t nodes[3];
    for (int i = 0; i < 3; i++) {
        Recorder *recorder = recorder_of(engine_create());
        set_policy(recorder, POLICIES[i]);
        set_position(recorder, MIDDLEGAME_FEN);
        think(recorder, to_depth(8));
        nodes[i] = recorder->best.figures.nodes;
        end_engine(recorder);
    }
    assert_int_equal(nodes[0], nodes[1]);
    assert_int_equal(nodes[0], nodes[2]);
}

static void an_impossible_policy_is_said_once_and_lived_with(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    count_warnings(recorder, "");
    for (int round = 0; round < 2; round++) {
        set_policy(recorder, "65535");
        PlacementReport *report = report_of(recorder);
        assert_int_equal(report->binding, PLAN_UNBOUND);
        assert_false(report->threads[1].is_planned);
        placement_report_destroy(report);
        assert_int_equal(count_warnings(recorder, "not bound"), round == 0);
    }
    search(recorder, to_depth(4));
    end_engine(recorder);
}

static void too_many_threads_are_said_once(void **state) {
    (void)state;
    if (processor_count >= 64)
        skip();
    Recorder *recorder = new_engine(processor_count + 1, 1);
    assert_int_equal(count_warnings(recorder, "threads are more than"), 1);
    engine_new_game(recorder->engine);
    assert_true(engine_prepare(recorder->engine));
    assert_int_equal(count_warnings(recorder, ""), 0);
    end_engine(recorder);
}

/* Copies on a machine of one node are made for a plan that is made up here. */
static void each_node_has_its_network(void **state) {
    (void)state;
    const NodeSet nodes = memory_pages_nodes();
    int here = node_set_next(&nodes, 0);
    PlanWorker workers[3] = {{.memory_node = here}, {.memory_node = here}, {.memory_node = here}};
    const Plan plan = {.places_memory = true,
                       .workers = workers,
                       .worker_count = 3,
                       .memory_nodes = &here,
                       .memory_node_count = 1};
    Network *network = random_network(64, ALL_SETS[0], 7);
    PackedNetwork *original = packed_network_create(network, kernel_best());
    network_destroy(network);
    assert_non_null(original);
    static NodeNetworks networks;
    assert_true(node_networks_make(&networks, original, NULL, 3));
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(networks.by_worker[i], original);
    assert_true(node_networks_make(&networks, original, &plan, 3));
    assert_int_equal(networks.count, 1);
    const PackedNetwork *copy = networks.by_worker[0];
    assert_ptr_not_equal(copy, original);
    assert_ptr_equal(networks.by_worker[2], copy);
    MemoryResidency residency;
    assert_true(memory_residency_read(copy->memory.address, copy->memory.bytes, &residency));
    assert_int_equal(residency.by_node[here], copy->memory.bytes);
    int scores[ARRAY_LENGTH(FENS)];
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        const Position position = position_of(FENS[i]);
        scores[i] = packed_network_evaluate(original, &position);
    }
    packed_network_release(original); /* copies stand alone */
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        const Position position = position_of(FENS[i]);
        assert_int_equal(packed_network_evaluate(copy, &position), scores[i]);
    }
    node_networks_clear(&networks);
}

static void count_line(void *context, const char *line) {
    int *counts = context;
    counts[0]++;
    counts[1] += strncmp(line, "thread ", 7) == 0;
    counts[2] += strncmp(line, "table: ", 7) == 0;
}

static void a_report_has_a_line_for_each_thing(void **state) {
    (void)state;
    Recorder *recorder = new_engine(3, 1);
    PlacementReport *report = report_of(recorder);
    int counts[3] = {0};
    placement_report_write(report, count_line, counts);
    assert_int_equal(counts[1], 3);
    assert_int_equal(counts[2], 1);
    assert_int_equal(counts[0], 5 + report->network_count);
    placement_report_destroy(report);
    placement_report_destroy(NULL);
    end_engine(recorder);
}

static void keep_table_line(void *context, const char *line) {
    if (strncmp(line, "table: ", 7) == 0)
        snprintf(context, REASON_SIZE, "%s", line);
}

static void a_table_that_is_not_all_there_is_said(void **state) {
    (void)state;
    PlacementReport report = {.has_table = true, .table = {.wished_node = -1, .bytes = 32 << 20}};
    MemoryResidency *memory = &report.table.memory;
    memory->pages_known = memory->nodes_known = true;
    memory->by_kind[PAGES_TRANSPARENT] = memory->by_node[1] = 8 << 20;
    char line[REASON_SIZE] = "";
    placement_report_write(&report, keep_table_line, line);
    assert_string_equal(line, "table: 8 MiB on node 1; transparent 2 MiB pages: 8 MiB, "
                              "not yet touched: 24 MiB");
    memory->by_kind[PAGES_TRANSPARENT] = memory->by_node[1] = report.table.bytes;
    placement_report_write(&report, keep_table_line, line);
    assert_string_equal(line, "table: 32 MiB on node 1; transparent 2 MiB pages: 32 MiB");
}

/* Beyond that workers take turns. What is bound may have more than the affinity, or less. */
static void threads_may_run_on_what_they_are_bound_to(void **state) {
    (void)state;
    PlanSet sets[2] = {{.pu_count = 5000}, {.pu_count = 3}};
    Plan plan = {.binding = PLAN_UNBOUND, .sets = sets, .set_count = 2};
    const Executor without = {0}, with = {.plan = &plan};
    assert_int_equal(executor_processors(&without), processor_count);
    assert_int_equal(executor_processors(&with), processor_count);
    plan.binding = PLAN_BOUND_NODE;
    assert_int_equal(executor_processors(&with), 5003);
}

int main(void) {
    chess_init();
    processor_count = binding_read(0, processors, MOST_PROCESSORS);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_is_left_alone),
        cmocka_unit_test(one_thread_is_bound_for_who_asks),
        cmocka_unit_test(threads_are_bound_as_planned),
        cmocka_unit_test(engines_side_by_side_share_no_processor),
        cmocka_unit_test(shares_are_clamped),
        cmocka_unit_test(placements_are_clamped),
        cmocka_unit_test(a_policy_can_be_changed_and_undone),
        cmocka_unit_test(bound_or_not_the_search_is_the_same),
        cmocka_unit_test(an_impossible_policy_is_said_once_and_lived_with),
        cmocka_unit_test(too_many_threads_are_said_once),
        cmocka_unit_test(each_node_has_its_network),
        cmocka_unit_test(a_report_has_a_line_for_each_thing),
        cmocka_unit_test(a_table_that_is_not_all_there_is_said),
        cmocka_unit_test(threads_may_run_on_what_they_are_bound_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
