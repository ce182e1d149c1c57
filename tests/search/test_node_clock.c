#include "search/node_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static SearchLimits white_has(int64_t clock_ms, int64_t increment_ms) {
    return (SearchLimits){
        .has_clock = {true, false}, .clock_ms = {clock_ms, 0}, .increment_ms = {increment_ms, 0}};
}

static void nodes_are_time(void **state) {
    (void)state;
    assert_int_equal(node_clock_us(1, 7), 7000);
    assert_int_equal(node_clock_us(10000, 25), 2);
}

/* Only the first clock of a game counts. */
static void spent_and_increment(void **state) {
    (void)state;
    NodeClock clock = {0};
    SearchLimits limits = white_has(5000, 100);
    node_clock_start(&clock, 10, WHITE, &limits);
    assert_int_equal(limits.clock_ms[WHITE], 5000);
    node_clock_stop(&clock, WHITE, &limits, 1500000);
    limits = white_has(1, 100);
    node_clock_start(&clock, 10, WHITE, &limits);
    assert_int_equal(limits.clock_ms[WHITE], 3600);
    node_clock_stop(&clock, WHITE, &limits, 9000000);
    node_clock_start(&clock, 10, WHITE, &limits);
    assert_int_equal(limits.clock_ms[WHITE], 0);
}

/* Of 40 moves, say: what is left of one is kept. Without moves to go the clock is one of all moves.
 */
static void another_time_control(void **state) {
    (void)state;
    static const struct {
        int moves_to_go;
        int64_t clock_ms; /* before each search, which spends 1.5 s */
    } SEARCHES[] = {{3, 5000}, {2, 3500}, {1, 2000}, {3, 5500}, {2, 4000}, {0, 2500}, {0, 1000}};
    NodeClock clock = {0};
    for (size_t i = 0; i < sizeof SEARCHES / sizeof SEARCHES[0]; i++) {
        SearchLimits limits = white_has(5000, 0);
        limits.moves_to_go = SEARCHES[i].moves_to_go;
        node_clock_start(&clock, 10, WHITE, &limits);
        assert_int_equal(limits.clock_ms[WHITE], SEARCHES[i].clock_ms);
        node_clock_stop(&clock, WHITE, &limits, 1500000);
    }
}

static void begins_anew(void **state) {
    (void)state;
    NodeClock clock = {0};
    SearchLimits limits = white_has(5000, 0);
    node_clock_start(&clock, 10, WHITE, &limits);
    node_clock_stop(&clock, WHITE, &limits, 1000000);
    limits = white_has(700, 0);
    node_clock_start(&clock, 20, WHITE, &limits);
    assert_int_equal(limits.clock_ms[WHITE], 700);
    limits = white_has(800, 0);
    node_clock_start(&clock, 20, WHITE, &limits);
    assert_int_equal(limits.clock_ms[WHITE], 700);
    node_clock_reset(&clock);
    limits = white_has(800, 0);
    node_clock_start(&clock, 20, WHITE, &limits);
    assert_int_equal(limits.clock_ms[WHITE], 800);
}

static void nothing_without_rate_or_clock(void **state) {
    (void)state;
    NodeClock clock = {0};
    SearchLimits limits = white_has(-5, 100);
    node_clock_start(&clock, 0, WHITE, &limits);
    node_clock_stop(&clock, WHITE, &limits, 1000);
    assert_int_equal(limits.clock_ms[WHITE], -5);
    node_clock_start(&clock, 10, BLACK, &limits);
    assert_false(clock.is_running[BLACK]);
}

static void absurd_clocks(void **state) {
    (void)state;
    NodeClock clock = {0};
    SearchLimits limits = white_has(INT64_MAX, INT64_MAX);
    node_clock_start(&clock, 1, WHITE, &limits);
    node_clock_stop(&clock, WHITE, &limits, 1000);
    assert_true(clock.left_us[WHITE] > 0);
    node_clock_reset(&clock);
    limits = white_has(INT64_MIN, INT64_MIN);
    node_clock_start(&clock, 1, WHITE, &limits);
    node_clock_stop(&clock, WHITE, &limits, 1000);
    assert_int_equal(clock.left_us[WHITE], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_time),
        cmocka_unit_test(spent_and_increment),
        cmocka_unit_test(another_time_control),
        cmocka_unit_test(begins_anew),
        cmocka_unit_test(nothing_without_rate_or_clock),
        cmocka_unit_test(absurd_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
