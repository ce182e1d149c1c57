#include "eval/evaluate.h"

#include "../chess/support.h"
#include "chess/flip.h"

static const char *const FENS[] = {
    FEN_START,
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 40",
    "8/8/4k3/8/8/3BN3/4K3/8 w - - 0 1",
    "8/5b2/4k3/8/4P3/3BK3/8/8 b - - 0 1",
    "QQ6/8/8/8/8/7k/8/K7 b - - 0 1",
};

static int sum(const Evaluation *evaluation, bool endgame) {
    int balance = 0;
    for (int i = 0; i < EVALUATION_TERMS; i++) {
        const EvaluationTerm *term = &evaluation->terms[i];
        balance += endgame ? term->endgame[WHITE] - term->endgame[BLACK]
                           : term->middlegame[WHITE] - term->middlegame[BLACK];
    }
    return balance;
}

/* What is shown adds up to what the search uses. */
static void the_terms_make_the_evaluation(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(FENS); i++) {
        Position position = position_of(FENS[i]);
        Evaluation shown;
        evaluate_explain(&position, &shown);
        int total = (sum(&shown, false) * shown.phase +
                     sum(&shown, true) * (shown.full_phase - shown.phase)) /
                    shown.full_phase;
        total = total * shown.scale / shown.full_scale + shown.mating_bonus;
        assert_int_equal(total, shown.total);
        assert_int_equal(position_side(&position) == WHITE ? total : -total, evaluate(&position));
    }
}

static void colours_are_treated_alike(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(FENS); i++) {
        Position position = position_of(FENS[i]);
        Evaluation shown, flipped;
        evaluate_explain(&position, &shown);
        position_flip(&position, &position);
        evaluate_explain(&position, &flipped);
        assert_int_equal(shown.total, -flipped.total);
        for (int term = 0; term < EVALUATION_TERMS; term++)
            for (Color color = WHITE; color < COLORS; color++) {
                assert_int_equal(shown.terms[term].middlegame[color],
                                 flipped.terms[term].middlegame[color_flip(color)]);
                assert_int_equal(shown.terms[term].endgame[color],
                                 flipped.terms[term].endgame[color_flip(color)]);
            }
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terms_make_the_evaluation),
        cmocka_unit_test(colours_are_treated_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
