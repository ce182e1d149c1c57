#include "../chess/support.h"
#include "search/scaling.h"

static const char *const FENS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/5k2/8/8/3P4/8/4K3/8 b - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1",
};

static void fewer_men_count_less(void **state) {
    (void)state;
    Score last = SCORE_EVALUATION_BOUND;
    const int order[] = {0, 2, 1};
    for (int i = 0; i < 3; i++) {
        const Position position = position_of(FENS[order[i]]);
        const Score score = scaling_apply(&position, 1000);
        assert_true(score > 0 && score < last);
        assert_int_equal(scaling_apply(&position, -1000), -score);
        last = score;
    }
}

static void shares_are_what_is_taken(void **state) {
    (void)state;
    Position position = position_of(FENS[1]);
    position.rule50 = 60;
    const Scaling scaling = scaling_of(&position);
    assert_true(scaling.men < 1 && scaling.rule50 < 1);
    const double expected = 10000 * scaling.men * scaling.rule50;
    const double difference = scaling_apply(&position, 10000) - expected;
    assert_true(difference > -2 && difference < 2);
    /* A FEN may say more plies than there are before a draw. */
    position.rule50 = 100;
    const Score least = scaling_apply(&position, 10000);
    assert_true(least > 0);
    position.rule50 = 32767;
    assert_int_equal(scaling_apply(&position, 10000), least);
}

/* But for what rounding takes: at most a centipawn of the score, so two of the evaluation. */
static void the_way_back(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        const Position position = position_of(FENS[i]);
        for (Score evaluation = -3000; evaluation <= 3000; evaluation += 7) {
            const Score back = scaling_undo(&position, scaling_apply(&position, evaluation));
            assert_in_range(back - evaluation + 2, 0, 4);
        }
    }
}

static void decided_scores_stay(void **state) {
    (void)state;
    const Position position = position_of(FENS[1]);
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_int_equal(scaling_undo(&position, sign * SCORE_TABLEBASE_BOUND),
                         sign * SCORE_TABLEBASE_BOUND);
        assert_int_equal(scaling_undo(&position, sign * score_mate_in(3)), sign * score_mate_in(3));
        assert_int_equal(scaling_undo(&position, sign * SCORE_EVALUATION_BOUND),
                         sign * SCORE_EVALUATION_BOUND);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_men_count_less),
        cmocka_unit_test(shares_are_what_is_taken),
        cmocka_unit_test(the_way_back),
        cmocka_unit_test(decided_scores_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
