/* Who counts what in a distributed perft, when counters fall silent. */

#include "tools/perft/ledger.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SECOND 1000000LL

static PerftLedger ledger_of(size_t units, size_t counters) {
    PerftLedger ledger;
    assert_true(perft_ledger_create(&ledger, units, counters));
    return ledger;
}

/* All units are given once, no counter holds more than it may, and only first answers count. */
static void every_unit_is_counted_once(void **state) {
    (void)state;
    PerftLedger ledger = ledger_of(5, 2);
    for (size_t unit = 0; unit < PERFT_UNITS_HELD; unit++)
        assert_int_equal(perft_ledger_give(&ledger, 0, 0), unit);
    assert_true(perft_ledger_give(&ledger, 0, 0) == PERFT_NO_UNIT);
    assert_true(perft_ledger_is_busy(&ledger, 0));
    assert_false(perft_ledger_is_busy(&ledger, 1));
    assert_int_equal(perft_ledger_give(&ledger, 1, 0), 2);
    assert_true(perft_ledger_answer(&ledger, 0, 0, SECOND));
    assert_false(perft_ledger_answer(&ledger, 0, 0, SECOND));
    assert_int_equal(perft_ledger_give(&ledger, 0, SECOND), 3);
    assert_int_equal(perft_ledger_give(&ledger, 1, SECOND), 4);
    for (size_t unit = 1; unit < 5; unit++)
        assert_true(perft_ledger_answer(&ledger, unit == 1 || unit == 3 ? 0 : 1, unit, SECOND));
    assert_int_equal(ledger.done_count, 5);
    assert_true(perft_ledger_give(&ledger, 0, SECOND) == PERFT_NO_UNIT);
    assert_false(perft_ledger_is_busy(&ledger, 0) || perft_ledger_is_busy(&ledger, 1));
    perft_ledger_destroy(&ledger);
}

static void a_silent_counter_is_overdue_and_its_units_go_to_others(void **state) {
    (void)state;
    PerftLedger ledger = ledger_of(4, 2);
    perft_ledger_give(&ledger, 0, 0);
    perft_ledger_give(&ledger, 1, 0);
    perft_ledger_give(&ledger, 1, 0);
    assert_true(perft_ledger_answer(&ledger, 0, 0, SECOND / 10));
    assert_false(perft_ledger_is_overdue(&ledger, 1, SECOND));
    assert_true(perft_ledger_is_overdue(&ledger, 1, 6 * SECOND));
    assert_false(perft_ledger_is_overdue(&ledger, 0, 6 * SECOND)); /* it holds nothing */
    assert_int_equal(perft_ledger_lose(&ledger, 1), 2);
    assert_true(perft_ledger_give(&ledger, 1, 6 * SECOND) == PERFT_NO_UNIT);
    assert_int_equal(perft_ledger_give(&ledger, 0, 6 * SECOND), 3);
    assert_int_equal(perft_ledger_give(&ledger, 0, 6 * SECOND), 1);
    assert_true(perft_ledger_answer(&ledger, 0, 3, 6 * SECOND));
    assert_int_equal(perft_ledger_give(&ledger, 0, 6 * SECOND), 2);
    assert_true(perft_ledger_answer(&ledger, 0, 1, 6 * SECOND));

    /* It was only slow: its answer is taken, and it may work again. */
    assert_true(perft_ledger_answer(&ledger, 1, 2, 7 * SECOND));
    assert_false(ledger.counters[1].lost);
    assert_false(perft_ledger_answer(&ledger, 0, 2, 7 * SECOND));
    assert_int_equal(ledger.done_count, 4);
    perft_ledger_destroy(&ledger);
}

/* Patience grows with the time that units take. */
static void long_units_are_waited_for(void **state) {
    (void)state;
    PerftLedger ledger = ledger_of(3, 2);
    perft_ledger_give(&ledger, 0, 0);
    perft_ledger_give(&ledger, 1, 0);
    assert_false(perft_ledger_is_overdue(&ledger, 1, 30 * SECOND)); /* nothing to judge by yet */
    perft_ledger_answer(&ledger, 0, 0, 30 * SECOND);
    assert_false(perft_ledger_is_overdue(&ledger, 1, 200 * SECOND));
    assert_true(perft_ledger_is_overdue(&ledger, 1, 301 * SECOND));
    perft_ledger_destroy(&ledger);
}

/* An idle counter takes over what another has held for long, but nothing a third time. */
static void idle_counters_back_up_slow_ones(void **state) {
    (void)state;
    PerftLedger ledger = ledger_of(2, 3);
    perft_ledger_give(&ledger, 0, 0);
    perft_ledger_give(&ledger, 1, 0);
    perft_ledger_answer(&ledger, 0, 0, SECOND);
    assert_true(perft_ledger_give(&ledger, 0, SECOND) == PERFT_NO_UNIT);
    assert_int_equal(perft_ledger_give(&ledger, 0, 9 * SECOND), 1);
    assert_true(perft_ledger_give(&ledger, 0, 9 * SECOND) == PERFT_NO_UNIT);
    assert_true(perft_ledger_give(&ledger, 2, 9 * SECOND) == PERFT_NO_UNIT);
    assert_true(perft_ledger_answer(&ledger, 0, 1, 10 * SECOND));
    assert_false(perft_ledger_answer(&ledger, 1, 1, 11 * SECOND));
    perft_ledger_destroy(&ledger);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_is_counted_once),
        cmocka_unit_test(a_silent_counter_is_overdue_and_its_units_go_to_others),
        cmocka_unit_test(long_units_are_waited_for),
        cmocka_unit_test(idle_counters_back_up_slow_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
