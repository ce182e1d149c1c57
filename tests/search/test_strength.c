#include "search/strength.h"

#include <math.h>

#include "../chess/support.h"

enum { SAMPLES = 40000 };

static void nodes_grow(void **state) {
    (void)state;
    uint64_t before = strength_nodes(STRENGTH_MIN_ELO);
    assert_true(before >= 32);
    for (int elo = STRENGTH_MIN_ELO + 1; elo <= STRENGTH_MAX_ELO; elo++) {
        assert_true(strength_nodes(elo) >= before);
        before = strength_nodes(elo);
    }
    assert_true(before > 100 * strength_nodes(STRENGTH_MIN_ELO));
    assert_true(strength_nodes(-5) == strength_nodes(STRENGTH_MIN_ELO));
    assert_true(strength_nodes(99999) == strength_nodes(STRENGTH_MAX_ELO));
}

static double mean_of(int elo, double *deviation) {
    double sum = 0, squares = 0;
    for (int i = 0; i < SAMPLES; i++) {
        Score error = strength_error(elo, (uint64_t)i, 77, move_make(E2, E4));
        sum += error;
        squares += (double)error * error;
    }
    *deviation = sqrt(squares / SAMPLES - sum / SAMPLES * sum / SAMPLES);
    return sum / SAMPLES;
}

static void errors_are_fair_and_shrink(void **state) {
    (void)state;
    double before = 1e9;
    for (int elo = STRENGTH_MIN_ELO; elo <= STRENGTH_MAX_ELO; elo += 200) {
        double deviation;
        double mean = mean_of(elo, &deviation);
        assert_true(fabs(mean) < 5 * deviation / sqrt(SAMPLES) + 0.6);
        assert_true(deviation < before);
        assert_true(deviation > 1);
        before = deviation;
    }
}

static void errors_depend_on_everything_and_nothing_else(void **state) {
    (void)state;
    const Move move = move_make(E2, E4), other = move_make(D2, D4);
    int same_seed = 0, same_key = 0, same_move = 0;
    for (uint64_t i = 0; i < 100; i++) {
        Score error = strength_error(1000, i, i * 3, move);
        assert_int_equal(error, strength_error(1000, i, i * 3, move));
        same_seed += error == strength_error(1000, i + 1, i * 3, move);
        same_key += error == strength_error(1000, i, i * 3 + 1, move);
        same_move += error == strength_error(1000, i, i * 3, other);
    }
    assert_true(same_seed < 10 && same_key < 10 && same_move < 10);
}

static void levels_are_steps_of_the_scale(void **state) {
    (void)state;
    assert_int_equal(strength_level_elo(0), STRENGTH_MIN_ELO);
    for (int level = 1; level <= STRENGTH_FULL_LEVEL; level++)
        assert_int_equal(strength_level_elo(level) - strength_level_elo(level - 1), 100);
    assert_int_equal(strength_level_elo(STRENGTH_FULL_LEVEL), STRENGTH_MAX_ELO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_grow),
        cmocka_unit_test(errors_are_fair_and_shrink),
        cmocka_unit_test(errors_depend_on_everything_and_nothing_else),
        cmocka_unit_test(levels_are_steps_of_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
