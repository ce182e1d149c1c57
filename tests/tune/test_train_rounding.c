#include "../chess/support.h"

#include <math.h>

#include "base/random.h"
#include "train/rounding.h"

#define INPUTS 32
#define PAIRS  2000

static uint8_t inputs[PAIRS][INPUTS];
static double sums[PAIRS];
static double weights[INPUTS];

static double uniform(uint64_t *seed) {
    return (double)(random_next(seed) >> 11) * 0x1p-53;
}

/* Inputs that go up and down together, one that never varies and one that is never there, and the
 * sums that unrounded weights and a bias of 1000 make of them. */
static void make_pairs(void) {
    uint64_t seed = 5;
    for (int n = 0; n < INPUTS; n++)
        weights[n] = 10 * uniform(&seed) - 5;
    for (int pair = 0; pair < PAIRS; pair++) {
        const double common = uniform(&seed);
        sums[pair] = 1000;
        for (int n = 0; n < INPUTS; n++) {
            inputs[pair][n] = n == 0   ? 77
                              : n == 1 ? 0
                                       : (uint8_t)(100 * common + 27 * uniform(&seed));
            sums[pair] += weights[n] * inputs[pair][n];
        }
    }
}

static Rounding *rounding_of_pairs(void) {
    Rounding *rounding = rounding_create(INPUTS, 1);
    assert_non_null(rounding);
    for (int pair = 0; pair < PAIRS; pair++)
        rounding_note(rounding, inputs[pair], &sums[pair]);
    assert_int_equal(rounding_count(rounding), PAIRS);
    return rounding;
}

/* Mean and mean square of what rounded weights miss the sums by. */
static void measure(const int8_t *rounded, int32_t bias, double *mean, double *square) {
    *mean = *square = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        double miss = bias - sums[pair];
        for (int n = 0; n < INPUTS; n++)
            miss += rounded[n] * inputs[pair][n];
        *mean += miss / PAIRS;
        *square += miss * miss / PAIRS;
    }
}

static void errs_less_than_rounding_alone(void **state) {
    (void)state;
    Rounding *rounding = rounding_of_pairs();
    int8_t together[INPUTS], alone[INPUTS];
    int32_t bias;
    rounding_solve(rounding, 0, weights, together, &bias);
    double mean, square, alone_mean, alone_square;
    measure(together, bias, &mean, &square);
    assert_true(fabs(mean) <= 0.51); /* the bias is whole */
    for (int n = 0; n < INPUTS; n++)
        alone[n] = (int8_t)lround(weights[n]);
    measure(alone, 0, &alone_mean, &alone_square);
    alone_square -= alone_mean * alone_mean; /* as with the best bias */
    assert_true(square < alone_square / 4);
    rounding_destroy(rounding);
}

static void keeps_what_the_inputs_do_not_tell(void **state) {
    (void)state;
    Rounding *rounding = rounding_of_pairs();
    int8_t rounded[INPUTS];
    int32_t bias;
    rounding_solve(rounding, 0, weights, rounded, &bias);
    assert_int_equal(rounded[0], lround(weights[0]));
    assert_int_equal(rounded[1], lround(weights[1]));
    rounding_destroy(rounding);
}

static void whole_weights_stay(void **state) {
    (void)state;
    for (int pair = 0; pair < PAIRS; pair++) {
        sums[pair] = -300;
        for (int n = 0; n < INPUTS; n++)
            sums[pair] += (n - 9) * inputs[pair][n];
    }
    Rounding *rounding = rounding_of_pairs();
    double whole[INPUTS];
    for (int n = 0; n < INPUTS; n++)
        whole[n] = n - 9;
    int8_t rounded[INPUTS];
    int32_t bias;
    rounding_solve(rounding, 0, whole, rounded, &bias);
    for (int n = 0; n < INPUTS; n++)
        assert_int_equal(rounded[n], n - 9);
    assert_int_equal(bias, -300);
    rounding_destroy(rounding);
    make_pairs();
}

static void stays_within_eight_bits(void **state) {
    (void)state;
    Rounding *rounding = rounding_create(2, 1);
    assert_non_null(rounding);
    for (int i = 0; i < 10; i++) {
        const uint8_t pair[2] = {(uint8_t)i, (uint8_t)(i * i)};
        rounding_note(rounding, pair, &(double){200.0 * i - 150.0 * i * i});
    }
    int8_t rounded[2];
    int32_t bias;
    rounding_solve(rounding, 0, (double[]){200, -150}, rounded, &bias);
    assert_in_range(rounded[0] + 127, 0, 254);
    assert_int_equal(rounded[1], -127);
    rounding_destroy(rounding);
}

/* Without any variation there is nothing to fit. */
static void takes_one_pair(void **state) {
    (void)state;
    Rounding *rounding = rounding_create(2, 1);
    assert_non_null(rounding);
    rounding_note(rounding, (const uint8_t[]){3, 4}, &(double){50});
    int8_t rounded[2];
    int32_t bias;
    rounding_solve(rounding, 0, (double[]){2.4, -1.6}, rounded, &bias);
    assert_int_equal(rounded[0], 2);
    assert_int_equal(rounded[1], -2);
    assert_int_equal(bias, 50 - 3 * 2 + 4 * 2);
    rounding_destroy(rounding);
}

int main(void) {
    make_pairs();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errs_less_than_rounding_alone),
        cmocka_unit_test(keeps_what_the_inputs_do_not_tell),
        cmocka_unit_test(whole_weights_stay),
        cmocka_unit_test(stays_within_eight_bits),
        cmocka_unit_test(takes_one_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
