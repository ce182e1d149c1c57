#include "../chess/support.h"
#include "base/clock.h"
#include "search/control.h"

#define GO_US 5000000 /* clock_now_us() at `go` */

/* The control of a search with these limits, as after a ponderhit so many ms after `go`. */
static int64_t deadline_ms(SearchLimits limits, int pondered_ms) {
    static SearchControl control;
    limits.start_us = GO_US;
    control.limits = limits;
    control.budget = timeman_plan(&limits, WHITE, 1, &(SearchOptions){.overhead_ms = 10});
    atomic_store(&control.clock_start_us, GO_US + pondered_ms * 1000);
    const int64_t deadline = control_deadline_us(&control);
    return deadline == INT64_MAX ? deadline : (deadline - GO_US) / 1000;
}

static void without_a_budget_there_is_no_deadline(void **state) {
    (void)state;
    assert_int_equal(deadline_ms((SearchLimits){0}, 0), INT64_MAX);
    assert_int_equal(deadline_ms((SearchLimits){.depth = 4}, 700), INT64_MAX);
}

static void pondered_time_is_not_taken_from_a_clock(void **state) {
    (void)state;
    const SearchLimits limits = {.has_clock = {true, false}, .clock_ms = {20000, 0}};
    const int64_t at_once = deadline_ms(limits, 0);
    assert_true(at_once > 0);
    for (int pondered = 0; pondered < 5000; pondered += 500)
        assert_int_equal(deadline_ms(limits, pondered), at_once + pondered);
}

/* With a clock beside it, too, as long as that leaves more. */
static void pondered_time_is_part_of_a_move_time(void **state) {
    (void)state;
    SearchLimits limits = {.has_movetime = true, .movetime_ms = 1000};
    for (int clock = 0; clock < 2; clock++) {
        for (int pondered = 0; pondered < 2000; pondered += 300)
            assert_int_equal(deadline_ms(limits, pondered), 1000);
        limits.has_clock[WHITE] = true;
        limits.clock_ms[WHITE] = 1000000;
    }
    limits.clock_ms[WHITE] = 2000;
    const int at_once = (int)deadline_ms(limits, 0);
    assert_in_range(at_once, 100, 900);
    assert_int_equal(deadline_ms(limits, 900 - at_once), 900);
    assert_int_equal(deadline_ms(limits, 1100 - at_once), 1000);
}

static void take_iteration(void *context, const IterationReport *report) {
    (void)context;
    (void)report;
}

/* Clocks do not tick together: more than all of the processors is all of them. */
static void no_load_is_more_than_whole(void **state) {
    (void)state;
    SearchControl control = {.setup.table = tt_create(1, NULL),
                             .reporter.sink.iteration = take_iteration,
                             .processors_allowed = 2,
                             .measured_us = clock_now_us() - 1000000};
    control.measured_processor_us = clock_processor_us() - 10000000;
    assert_int_equal(control_figures(&control).cpu_load, 1000);
    control.measured_processor_us = clock_processor_us();
    assert_in_range(control_figures(&control).cpu_load, 0, 500);
    tt_destroy(control.setup.table);
}

static void the_first_move_is_one_that_may_be_searched(void **state) {
    (void)state;
    Game game;
    const Position position = position_of(FEN_START);
    game_begin(&game, &position);
    SearchControl control = {.setup.root = &game};
    assert_int_not_equal(control_first_move(&control), MOVE_NONE);
    const MoveList list = moves_of(&position);
    control.limits.search_move_count = 1;
    for (int i = 0; i < list.count; i++) {
        control.limits.search_moves[0] = list.moves[i];
        assert_int_equal(control_first_move(&control), list.moves[i]);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_budget_there_is_no_deadline),
        cmocka_unit_test(pondered_time_is_not_taken_from_a_clock),
        cmocka_unit_test(pondered_time_is_part_of_a_move_time),
        cmocka_unit_test(no_load_is_more_than_whole),
        cmocka_unit_test(the_first_move_is_one_that_may_be_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
