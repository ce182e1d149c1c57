#include "../chess/support.h"
#include "search/material_scale.h"

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
        const Score score = material_scale(&position, 1000);
        assert_true(score > 0 && score < last);
        assert_int_equal(material_scale(&position, -1000), -score);
        last = score;
    }
}

/* But for what rounding takes: at most a centipawn of the score, so two of the evaluation. */
static void the_way_back(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        const Position position = position_of(FENS[i]);
        for (Score evaluation = -3000; evaluation <= 3000; evaluation += 7) {
            const Score back = material_unscale(&position, material_scale(&position, evaluation));
            assert_in_range(back - evaluation + 2, 0, 4);
        }
    }
}

static void decided_scores_stay(void **state) {
    (void)state;
    const Position position = position_of(FENS[1]);
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_int_equal(material_unscale(&position, sign * SCORE_TABLEBASE_BOUND),
                         sign * SCORE_TABLEBASE_BOUND);
        assert_int_equal(material_unscale(&position, sign * score_mate_in(3)),
                         sign * score_mate_in(3));
        assert_int_equal(material_unscale(&position, sign * SCORE_EVALUATION_BOUND),
                         sign * SCORE_EVALUATION_BOUND);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_men_count_less),
        cmocka_unit_test(the_way_back),
        cmocka_unit_test(decided_scores_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
