#include "chess/flip.h"

#include "chess/perft.h"
#include "support.h"

static const char *const FENS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 40",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1RR1K1R1 w BGbg - 3 9",
};

static void flipping_twice_changes_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(FENS); i++) {
        Position position = position_of(FENS[i]), flipped, back;
        position_flip(&position, &flipped);
        position_flip(&flipped, &back);
        assert_true(position_is_consistent(&flipped));
        assert_int_equal(position_side(&flipped), color_flip(position_side(&position)));
        assert_true(flipped.key != position.key);
        char before[FEN_SIZE], after[FEN_SIZE];
        fen_format_shredder(&position, before);
        fen_format_shredder(&back, after);
        assert_string_equal(before, after);
        assert_true(back.key == position.key);
        assert_int_equal(back.chess960, position.chess960);
    }
}

static void the_game_stays_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(FENS); i++) {
        Position position = position_of(FENS[i]);
        uint64_t leaves = perft_count(&position, 3, NULL);
        position_flip(&position, &position);
        assert_true(perft_count(&position, 3, NULL) == leaves);
    }
}

static void it_is_written_as_expected(void **state) {
    (void)state;
    Position position = position_of("r3k2r/8/8/3pP3/8/8/8/R3K1NR w KQk d6 0 2");
    char fen[FEN_SIZE];
    position_flip(&position, &position);
    fen_format(&position, fen);
    assert_string_equal(fen, "r3k1nr/8/8/8/3Pp3/8/8/R3K2R b Kkq d3 0 2");
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flipping_twice_changes_nothing),
        cmocka_unit_test(the_game_stays_the_same),
        cmocka_unit_test(it_is_written_as_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
