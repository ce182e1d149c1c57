#include "../chess/support.h"
#include "eval/bare_king.h"
#include "search/score.h"

static void mates_count_moves(void **state) {
    (void)state;
    /* Mating on ply 1 is mate in 1, on ply 3 in 2; being mated on ply 2 is mate in -1. */
    assert_int_equal(score_mate_moves(score_mate_in(1)), 1);
    assert_int_equal(score_mate_moves(score_mate_in(3)), 2);
    assert_int_equal(score_mate_moves(score_mate_in(5)), 3);
    assert_int_equal(score_mate_moves(score_mated_in(0)), 0);
    assert_int_equal(score_mate_moves(score_mated_in(2)), -1);
    assert_int_equal(score_mate_moves(score_mated_in(4)), -2);
    for (int moves = 1; 2 * moves <= MAX_PLY; moves++) {
        assert_int_equal(score_mate_moves(score_mate_in(2 * moves - 1)), moves);
        assert_int_equal(score_mate_moves(score_mated_in(2 * moves)), -moves);
    }
}

static void both_sides_see_the_same_mate(void **state) {
    (void)state;
    for (int ply = 0; ply <= MAX_PLY; ply++) {
        assert_int_equal(score_mate_in(ply), -score_mated_in(ply));
        assert_true(score_is_mate(score_mate_in(ply)));
        assert_true(score_is_mate(score_mated_in(ply)));
    }
}

static void sooner_is_better_for_the_winner(void **state) {
    (void)state;
    for (int ply = 1; ply <= MAX_PLY; ply++) {
        assert_true(score_mate_in(ply) < score_mate_in(ply - 1));
        assert_true(score_mated_in(ply) > score_mated_in(ply - 1));
    }
}

static void evaluations_are_no_mates(void **state) {
    (void)state;
    for (Score score = -SCORE_EVALUATION_BOUND; score <= SCORE_EVALUATION_BOUND; score++)
        assert_false(score_is_decided(score));
    assert_true(score_is_decided(SCORE_EVALUATION_BOUND + 1));
    assert_true(score_is_decided(-SCORE_EVALUATION_BOUND - 1));
    /* The special values lie outside, and everything fits the 16 bits of the table. */
    assert_true(SCORE_MATE < SCORE_INFINITE);
    assert_true(SCORE_INFINITE < SCORE_NONE);
    assert_true(SCORE_NONE <= INT16_MAX);
    assert_true(BARE_KING_BOUND <= SCORE_EVALUATION_BOUND);
}

static void wins_by_tables_are_between_evaluations_and_mates(void **state) {
    (void)state;
    for (int ply = 0; ply <= MAX_PLY; ply++) {
        Score win = SCORE_TABLEBASE - ply;
        assert_true(win > SCORE_EVALUATION_BOUND && win < score_mate_in(MAX_PLY));
        assert_true(score_is_decided(win) && score_is_decided(-win));
        assert_false(score_is_mate(win) || score_is_mate(-win));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_count_moves),
        cmocka_unit_test(both_sides_see_the_same_mate),
        cmocka_unit_test(sooner_is_better_for_the_winner),
        cmocka_unit_test(evaluations_are_no_mates),
        cmocka_unit_test(wins_by_tables_are_between_evaluations_and_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
