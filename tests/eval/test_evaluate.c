#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/evaluate.h"

#define PLAYOUTS      300
#define PLAYOUT_PLIES 120

static const char *const START_POINTS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/5k2/8/8/3B4/2N5/8/1K6 w - - 0 1",
    "4k3/pp4pp/2b5/8/8/2B5/PP4PP/4K3 w - - 0 1",
};

static Position position_of(const char *fen) {
    Position position;
    FenError error;
    if (!fen_parse(fen, &position, &error))
        fail_msg("%s: %s", fen, error.message);
    return position;
}

static int evaluate_fen(const char *fen) {
    Position position = position_of(fen);
    assert_false(position_in_check(&position));
    return evaluate(&position);
}

static uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* The same game seen from the other side of the board. Castling rights are left out. */
static Position flip(const Position *position) {
    Position flipped = *position;
    for (int type = PAWN; type < PIECE_TYPES; type++)
        flipped.by_type[type] = __builtin_bswap64(position->by_type[type]);
    for (Color color = WHITE; color < COLORS; color++)
        flipped.by_color[color] = __builtin_bswap64(position->by_color[color_flip(color)]);
    for (Square square = A1; square < SQUARES; square++) {
        Piece piece = position_piece_on(position, square_flip(square));
        flipped.board[square] = (uint8_t)(piece == NO_PIECE ? NO_PIECE : piece ^ 1);
    }
    flipped.side_to_move = (uint8_t)color_flip(position_side(position));
    flipped.castling_rights = 0;
    flipped.en_passant = NO_SQUARE;
    position_refresh(&flipped);
    return flipped;
}

/* Calls visit on every position without check of many random games; returns how many those were. */
static int visit_playouts(void (*visit)(const Position *position)) {
    uint64_t state = 0x9E3779B97F4A7C15ULL;
    int visited = 0;
    for (int game = 0; game < PLAYOUTS; game++) {
        Position line[2];
        line[0] = position_of(START_POINTS[(size_t)game % ARRAY_LENGTH(START_POINTS)]);
        for (int ply = 0; ply < PLAYOUT_PLIES; ply++) {
            const Position *position = &line[ply & 1];
            MoveList list = {0};
            movegen_all(position, &list);
            if (list.count == 0)
                break;
            if (!position_in_check(position)) {
                visit(position);
                visited++;
            }
            uint64_t choice = random_next(&state) % (uint64_t)list.count;
            position_make(position, &line[~ply & 1], list.moves[choice]);
        }
    }
    return visited;
}

static void expect_symmetry(const Position *position) {
    Position flipped = flip(position);
    if (evaluate(position) != evaluate(&flipped)) {
        char text[FEN_SIZE];
        fen_format(position, text);
        fail_msg("%s: %d, colours changed: %d", text, evaluate(position), evaluate(&flipped));
    }
}

static void expect_bound_and_purity(const Position *position) {
    int score = evaluate(position);
    assert_true(abs(score) < EVALUATE_BOUND);
    Position copy = *position;
    assert_int_equal(evaluate(&copy), score);
    assert_memory_equal(&copy, position, sizeof copy);
}

static void test_colors_are_equal(void **state) {
    (void)state;
    assert_true(visit_playouts(expect_symmetry) > 10000);
}

static void test_bound_and_purity(void **state) {
    (void)state;
    assert_true(visit_playouts(expect_bound_and_purity) > 10000);
}

/* As many queens as a position can have. */
static void test_bound_of_crowds(void **state) {
    (void)state;
    Position position = position_of("rk6/pppp4/8/8/QQQQQQQQ/QQQQQQQ1/8/6K1 b - - 0 1");
    assert_false(position_in_check(&position));
    assert_true(evaluate(&position) < -10000);
    assert_true(evaluate(&position) > -EVALUATE_BOUND);
    expect_symmetry(&position);
}

static void test_side_to_move_view(void **state) {
    (void)state;
    int start = evaluate_fen(FEN_START);
    assert_true(start > 0 && start < 60);
    const char *white = "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1";
    const char *black = "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 b - - 0 1";
    assert_true(evaluate_fen(white) > 500);
    assert_true(evaluate_fen(black) < -500);
    assert_true(evaluate_fen("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > start);
}

static void test_passed_pawn_advance(void **state) {
    (void)state;
    static const char *const ADVANCE[] = {
        "1r4k1/5ppp/8/8/P7/8/5PPP/R5K1 w - - 0 1",
        "1r4k1/5ppp/8/P7/8/8/5PPP/R5K1 w - - 0 1",
        "1r4k1/5ppp/P7/8/8/8/5PPP/R5K1 w - - 0 1",
        "1r4k1/P4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    };
    for (size_t i = 1; i < ARRAY_LENGTH(ADVANCE); i++)
        assert_true(evaluate_fen(ADVANCE[i]) > evaluate_fen(ADVANCE[i - 1]));
}

static void test_king_race(void **state) {
    (void)state;
    int outside = evaluate_fen("8/8/8/P7/8/8/8/K5k1 w - - 0 1");
    int inside = evaluate_fen("8/8/8/P1k5/8/8/8/K7 w - - 0 1");
    assert_true(outside > inside + 100);
}

static void test_exposed_king(void **state) {
    (void)state;
    int sheltered = evaluate_fen("r3r1k1/pp3ppp/2n5/3q4/3Q4/2N5/PP3PPP/R3R1K1 w - - 0 1");
    int exposed = evaluate_fen("r3r1k1/pp3ppp/2n5/3q4/3Q4/2N5/PPPPP3/R3R1K1 w - - 0 1");
    assert_true(sheltered > exposed);
}

static void test_mating_the_bare_king(void **state) {
    (void)state;
    int center = evaluate_fen("8/8/8/4k3/8/8/8/KR6 w - - 0 1");
    int edge = evaluate_fen("4k3/8/8/8/8/8/8/KR6 w - - 0 1");
    int cornered = evaluate_fen("k7/8/2K5/8/8/8/8/1R6 w - - 0 1");
    assert_true(center > 500);
    assert_true(edge > center);
    assert_true(cornered > edge);
    /* The bishop stands on a dark square: a1 and h8 are the corners to mate in. */
    int wrong = evaluate_fen("k7/2K5/2N5/8/3B4/8/8/8 w - - 0 1");
    int right = evaluate_fen("7k/5K2/5N2/8/1B6/8/8/8 w - - 0 1");
    assert_true(right > wrong);
    assert_true(wrong > 500);
}

static void test_drawish_endings(void **state) {
    (void)state;
    /* The bishop does not reach the corner a8, or h1 for Black. */
    assert_int_equal(evaluate_fen("k7/8/P7/1K6/8/8/3B4/8 b - - 0 1"), 0);
    assert_int_equal(evaluate_fen("8/3b4/8/8/1k6/p7/8/K7 w - - 0 1"), 0);
    assert_true(evaluate_fen("k7/8/P7/1K6/8/8/4B3/8 w - - 0 1") > 200);
    assert_int_equal(evaluate_fen("4k3/8/8/8/8/8/8/NNK5 w - - 0 1"), 0);
    assert_true(abs(evaluate_fen("4k3/3r4/8/8/8/4B3/4R3/4K3 w - - 0 1")) < 100);
    int same = evaluate_fen("4k3/pp4p1/4b3/8/8/3BP3/PP4PP/4K3 w - - 0 1");
    int opposite = evaluate_fen("4k3/pp4p1/4b3/8/8/4P3/PP2B1PP/4K3 w - - 0 1");
    int opposite_dark = evaluate_fen("4k3/pp4p1/4b3/8/8/2B1P3/PP4PP/4K3 w - - 0 1");
    assert_true(opposite_dark < same && opposite_dark < opposite);
    assert_true(opposite_dark > 0);
}

static int setup(void **state) {
    (void)state;
    chess_init();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colors_are_equal),    cmocka_unit_test(test_bound_and_purity),
        cmocka_unit_test(test_bound_of_crowds),     cmocka_unit_test(test_side_to_move_view),
        cmocka_unit_test(test_passed_pawn_advance), cmocka_unit_test(test_king_race),
        cmocka_unit_test(test_exposed_king),        cmocka_unit_test(test_mating_the_bare_king),
        cmocka_unit_test(test_drawish_endings),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
