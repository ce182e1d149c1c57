#include <math.h>
#include <stdlib.h>

#include "../chess/support.h"
#include "search/reduction.h"
#include "search/score.h"
#include "search/tunables.h"

#define MOST_MOVES 218

/* The formula in real numbers. */
static double exact(int depth, int move_count) {
    return REDUCTION_BASE + log2(depth) * log2(move_count) * REDUCTION_SLOPE;
}

/* Each logarithm is cut off after ten binary digits, and so are both products. */
static double rounding(int depth, int move_count) {
    return 1 + (1 + (log2(depth) + log2(move_count)) * 1.1) * REDUCTION_SLOPE / 1024.0;
}

static void the_first_move_of_a_leaf_gets_the_base(void **state) {
    (void)state;
    for (int n = 1; n < MAX_PLY; n++) {
        assert_int_equal(reduction_base(n, 1), REDUCTION_BASE);
        assert_int_equal(reduction_base(1, n), REDUCTION_BASE);
    }
}

static void powers_of_two_are_exact(void **state) {
    (void)state;
    for (int depth = 0; depth <= 7; depth++)
        for (int moves = 0; moves <= 7; moves++)
            assert_int_equal(reduction_base(1 << depth, 1 << moves),
                             REDUCTION_BASE + depth * moves * REDUCTION_SLOPE);
}

/* At depth 2, whose logarithm is 1, the reduction shows the logarithm of the move count. */
static void logarithms_are_those_of_the_library(void **state) {
    (void)state;
    for (int n = 1; n <= MOST_MOVES; n++) {
        const int logarithm = reduction_base(2, n) - REDUCTION_BASE;
        const double wanted = log2(n) * REDUCTION_SLOPE;
        assert_true(logarithm <= wanted + 0.001);
        assert_true(logarithm > wanted - 1 - 1.1 * REDUCTION_SLOPE / 1024.0);
    }
}

static void follows_the_formula(void **state) {
    (void)state;
    for (int depth = 1; depth < MAX_PLY; depth++)
        for (int moves = 1; moves <= MOST_MOVES; moves++)
            assert_true(fabs(reduction_base(depth, moves) - exact(depth, moves)) <=
                        rounding(depth, moves));
}

static void grows_with_both(void **state) {
    (void)state;
    for (int depth = 1; depth < MAX_PLY; depth++) {
        for (int moves = 1; moves <= MOST_MOVES; moves++) {
            const int here = reduction_base(depth, moves);
            assert_true(here >= REDUCTION_BASE);
            assert_true(reduction_base(depth + 1, moves) >= here);
            assert_true(reduction_base(depth, moves + 1) >= here);
        }
    }
    assert_true(reduction_base(20, 20) > reduction_base(10, 20));
    assert_true(reduction_base(20, 20) > reduction_base(20, 10));
}

static void depth_and_number_count_alike(void **state) {
    (void)state;
    for (int a = 1; a <= MOST_MOVES; a++)
        for (int b = 1; b <= a; b++)
            assert_int_equal(reduction_base(a, b), reduction_base(b, a));
}

int main(void) {
    reduction_init();
    reduction_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_move_of_a_leaf_gets_the_base),
        cmocka_unit_test(powers_of_two_are_exact),
        cmocka_unit_test(logarithms_are_those_of_the_library),
        cmocka_unit_test(follows_the_formula),
        cmocka_unit_test(grows_with_both),
        cmocka_unit_test(depth_and_number_count_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
