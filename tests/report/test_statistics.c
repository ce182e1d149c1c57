/* Known values of the statistics, worked out by hand or from the definitions. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <math.h>

#include "report/statistics.h"

static void assert_near(double value, double expected) {
    if (!(fabs(value - expected) < 1e-6))
        fail_msg("%.9f instead of %.9f", value, expected);
}

/* The ends of Wilson's interval p solve |rate - p| = z * sqrt(p * (1 - p) / n). */
static void wilson_interval_solves_its_equation(void **state) {
    (void)state;
    static const struct {
        uint64_t successes, trials;
    } CASES[] = {{1, 10}, {5, 10}, {9, 10}, {290, 300}, {1, 100000}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        double n = (double)CASES[i].trials;
        double rate = (double)CASES[i].successes / n;
        Interval interval = statistics_wilson(CASES[i].successes, CASES[i].trials);
        assert_true(interval.low < rate && rate < interval.high);
        assert_near((rate - interval.low) / sqrt(interval.low * (1 - interval.low) / n),
                    1.95996398);
        assert_near((interval.high - rate) / sqrt(interval.high * (1 - interval.high) / n),
                    1.95996398);
    }
}

static void wilson_interval_at_the_ends(void **state) {
    (void)state;
    assert_near(statistics_wilson(0, 10).low, 0);
    assert_near(statistics_wilson(0, 10).high, 0.277532799);
    assert_near(statistics_wilson(10, 10).low, 0.722467201);
    assert_near(statistics_wilson(10, 10).high, 1);
    assert_near(statistics_wilson(0, 0).low, 0);
    assert_near(statistics_wilson(0, 0).high, 1);
    /* Exactly, or a report has -0.0 %. */
    for (uint64_t trials = 1; trials < 1000; trials++) {
        assert_true(statistics_wilson(0, trials).low == 0);
        assert_true(statistics_wilson(trials, trials).high == 1);
    }
}

static void sign_test_counts_tails(void **state) {
    (void)state;
    assert_near(statistics_sign_test(0, 0), 1);
    assert_near(statistics_sign_test(3, 3), 1);
    assert_near(statistics_sign_test(0, 5), 2 / 32.0);
    assert_near(statistics_sign_test(5, 0), 2 / 32.0);
    assert_near(statistics_sign_test(1, 7), 2 * 9 / 256.0);
    assert_near(statistics_sign_test(2, 8), 2 * 56 / 1024.0);
    assert_near(statistics_sign_test(4, 5), 1);
    assert_true(statistics_sign_test(400, 600) < 1e-9);
    assert_true(statistics_sign_test(400, 600) > 1e-11);
}

static void median_of_few(void **state) {
    (void)state;
    double values[] = {5, 1, 3, 2};
    assert_near(statistics_median(values, 0), 0);
    assert_near(statistics_median(values, 1), 5);
    assert_near(statistics_median(values, 3), 3);
    assert_near(statistics_median(values, 4), 2.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_interval_solves_its_equation),
        cmocka_unit_test(wilson_interval_at_the_ends),
        cmocka_unit_test(sign_test_counts_tails),
        cmocka_unit_test(median_of_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
