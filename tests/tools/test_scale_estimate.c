/* Medians and their intervals, against probabilities worked out by hand and by trial. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <math.h>

#include "base/random.h"
#include "tools/scale/estimate.h"

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9f instead of %.9f", value, expected);
}

/* All of n values miss the median if all are on one side of it: twice a half to the n. One left out
 * at either end adds n times that for either side. */
static void confidence_is_that_of_coin_tosses(void **state) {
    (void)state;
    static const struct {
        size_t count;
        double confidence;
    } CASES[] = {{0, 0},
                 {1, 0},
                 {2, 0.5},
                 {3, 0.75},
                 {5, 1 - 2.0 / 32},
                 {6, 1 - 2.0 / 64},
                 {8, 1 - 2.0 / 256},
                 {9, 1 - 2.0 * (1 + 9) / 512},
                 {12, 1 - 2.0 * (1 + 12 + 66) / 4096}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_near(scale_confidence(CASES[i].count), CASES[i].confidence, 1e-12);
}

static void six_and_more_values_give_95_percent(void **state) {
    (void)state;
    for (size_t count = 6; count <= 1000; count++)
        assert_in_range((uint64_t)(scale_confidence(count) * 1e6), 950000, 1000000);
}

static void ends_are_values(void **state) {
    (void)state;
    double few[] = {5, 1, 4};
    Estimate all = scale_estimate(few, 3);
    assert_near(all.median, 4, 0);
    assert_near(all.low, 1, 0);
    assert_near(all.high, 5, 0);
    double nine[] = {90, 20, 80, 40, 50, 60, 70, 30, 10};
    Estimate inner = scale_estimate(nine, 9);
    assert_near(inner.median, 50, 0);
    assert_near(inner.low, 20, 0);
    assert_near(inner.high, 80, 0);
    double two[] = {3, 1};
    assert_near(scale_estimate(two, 2).median, 2, 0);
}

static void one_value_is_its_own_interval(void **state) {
    (void)state;
    double one[] = {7};
    Estimate estimate = scale_estimate(one, 1);
    assert_near(estimate.median, 7, 0);
    assert_near(estimate.low, 7, 0);
    assert_near(estimate.high, 7, 0);
}

static void nothing_is_not_a_number(void **state) {
    (void)state;
    Estimate estimate = scale_estimate(NULL, 0);
    assert_true(isnan(estimate.median) && isnan(estimate.low) && isnan(estimate.high));
}

/* Draws from a skewed distribution whose median is a quarter: squares of uniform numbers. */
static void intervals_hold_the_median_as_often_as_they_say(void **state) {
    (void)state;
    enum { TRIALS = 20000, COUNT = 9 };
    uint64_t random = 1;
    int held = 0;
    for (int i = 0; i < TRIALS; i++) {
        double values[COUNT];
        for (int j = 0; j < COUNT; j++) {
            double uniform = (double)(random_next(&random) >> 11) * 0x1p-53;
            values[j] = uniform * uniform;
        }
        Estimate estimate = scale_estimate(values, COUNT);
        held += estimate.low <= 0.25 && 0.25 <= estimate.high;
    }
    /* Four standard deviations of such a count. */
    double confidence = scale_confidence(COUNT);
    double tolerance = 4 * sqrt(confidence * (1 - confidence) / TRIALS);
    assert_near((double)held / TRIALS, confidence, tolerance);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(confidence_is_that_of_coin_tosses),
        cmocka_unit_test(six_and_more_values_give_95_percent),
        cmocka_unit_test(ends_are_values),
        cmocka_unit_test(one_value_is_its_own_interval),
        cmocka_unit_test(nothing_is_not_a_number),
        cmocka_unit_test(intervals_hold_the_median_as_often_as_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
