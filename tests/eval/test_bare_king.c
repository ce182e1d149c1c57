/* What the rules say where a side has a bare king. */

#include "eval/bare_king.h"

#include <stdlib.h>

#include "../chess/support.h"
#include "chess/flip.h"

#define RANDOM_POSITIONS 20000

static int value_of(const char *fen) {
    const Position position = position_of(fen);
    assert_true(bare_king_applies(&position));
    return bare_king_evaluate(&position);
}

/* Up to 15 men of White's and Black's bare king on random squares, White to move. False where that
 * is no position. */
static bool place_at_random(uint64_t *seed, Position *position) {
    static const char MEN[] = "PPPPNBRQ";
    char board[SQUARES], fen[FEN_SIZE];
    memset(board, '1', sizeof board);
    board[random_below(seed, SQUARES)] = 'K';
    board[random_below(seed, SQUARES)] = 'k';
    const int men = random_below(seed, 16);
    for (int i = 0; i < men; i++) {
        const int square = random_below(seed, SQUARES);
        if (board[square] == '1')
            board[square] = MEN[random_below(seed, (int)strlen(MEN))];
    }
    int length = 0;
    for (int row = 0; row < 8; row++)
        length += snprintf(fen + length, sizeof fen - (size_t)length, "%.8s%s", board + 8 * row,
                           row < 7 ? "/" : " w - - 0 1");
    FenError error;
    return fen_parse(fen, position, &error);
}

static Position with_side(const Position *position, Color side) {
    char fen[FEN_SIZE];
    Position copy = *position;
    FenError error;
    fen_format(position, fen);
    *strchr(fen, ' ') = '\0';
    strcat(fen, side == WHITE ? " w - - 0 1" : " b - - 0 1");
    return fen_parse(fen, &copy, &error) ? copy : *position;
}

static void colors_are_equal_and_scores_bounded(void **state) {
    (void)state;
    uint64_t seed = 1;
    int count = 0, worth_something = 0;
    for (int i = 0; i < RANDOM_POSITIONS; i++) {
        Position position, flipped;
        if (!place_at_random(&seed, &position))
            continue;
        if (random_below(&seed, 2))
            position = with_side(&position, BLACK);
        position_flip(&position, &flipped);
        assert_true(bare_king_applies(&position) && bare_king_applies(&flipped));
        const int score = bare_king_evaluate(&position);
        assert_int_equal(bare_king_evaluate(&flipped), score);
        assert_true(abs(score) < BARE_KING_BOUND);
        assert_true(position_side(&position) == WHITE ? score >= 0 : score <= 0);
        worth_something += score != 0;
        count++;
    }
    assert_true(count > RANDOM_POSITIONS / 4);
    assert_true(worth_something > count / 2);
}

/* As many queens as a position can have. */
static void the_most_is_bounded(void **state) {
    (void)state;
    const int score = value_of("k7/8/8/1QQQQQ2/1QQQQQ2/1QQQQQ2/8/7K b - - 0 1");
    assert_true(score < -13500 && score > -BARE_KING_BOUND);
}

static void applies_to_bare_kings_alone(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        bool bare;
    } CASES[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
        {"4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", true},
        {"4k2n/8/8/8/8/8/8/QQ2K3 b - - 0 1", false},
        {FEN_START, false},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const Position position = position_of(CASES[i].fen);
        assert_int_equal(bare_king_applies(&position), CASES[i].bare);
    }
}

static void no_force_is_no_win(void **state) {
    (void)state;
    static const char *const DRAWN[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",     "4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3BK3 b - - 0 1",    "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1",
        "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", "4k1b1/8/4b3/8/8/8/8/4K3 w - - 0 1",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(DRAWN); i++)
        assert_int_equal(value_of(DRAWN[i]), 0);
}

static void force_is_worth_its_points_and_more(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        int points;
    } WON[] = {
        {"8/8/4k3/8/8/8/8/3QK3 w - - 0 1", 900},   {"8/8/4k3/8/8/8/8/3RK3 w - - 0 1", 500},
        {"8/8/4k3/8/8/8/8/2BBK3 w - - 0 1", 600},  {"8/8/4k3/8/8/8/8/2BNK3 w - - 0 1", 600},
        {"8/8/4k3/8/8/8/8/1NNNK3 w - - 0 1", 900}, {"8/8/4k3/8/8/8/8/NNRQK3 w - - 0 1", 2000},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(WON); i++) {
        const int value = value_of(WON[i].fen);
        assert_true(value > WON[i].points + 200 && value < WON[i].points + 1000);
    }
}

static void pawns_are_worth_more_as_they_come_forward(void **state) {
    (void)state;
    static const char *const ADVANCE[] = {
        "7k/8/8/8/8/8/P7/K7 w - - 0 1", "7k/8/8/8/8/P7/8/K7 w - - 0 1",
        "7k/8/8/8/P7/8/8/K7 w - - 0 1", "7k/8/8/P7/8/8/8/K7 w - - 0 1",
        "7k/8/P7/8/8/8/8/K7 w - - 0 1", "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        "Q6k/8/8/8/8/8/8/K7 b - - 0 1",
    };
    assert_int_equal(value_of(ADVANCE[0]), 100);
    for (size_t i = 1; i < ARRAY_LENGTH(ADVANCE); i++)
        assert_true(abs(value_of(ADVANCE[i])) > abs(value_of(ADVANCE[i - 1])));
    assert_true(value_of("7k/8/8/8/8/8/PP6/K7 w - - 0 1") > 200);
    assert_true(value_of("6k1/8/8/8/8/8/PB6/K7 w - - 0 1") > 400);
}

static void the_wrong_corner_is_a_draw(void **state) {
    (void)state;
    /* The bishop does not reach the corner a8, or h8, or h1 and a1 for Black. */
    assert_int_equal(value_of("k7/8/P7/1K6/8/8/3B4/8 b - - 0 1"), 0);
    assert_int_equal(value_of("1k6/8/P7/3K4/P7/8/3B1B2/8 w - - 0 1"), 0);
    assert_int_equal(value_of("6k1/8/7P/5K2/8/8/4B3/8 w - - 0 1"), 0);
    assert_int_equal(value_of("8/3b4/8/8/1k6/p7/8/K7 w - - 0 1"), 0);
    assert_int_equal(value_of("k7/8/P7/1K6/8/8/8/8 w - - 0 1"), 0);
    assert_int_equal(value_of("7k/8/8/7P/6K1/8/7P/8 b - - 0 1"), 0);
    /* It does; the king is elsewhere; another pawn or piece helps. */
    assert_true(value_of("k7/8/P7/1K6/8/8/4B3/8 w - - 0 1") > 300);
    assert_true(value_of("3k4/8/P7/1K6/8/8/3B4/8 w - - 0 1") > 300);
    assert_true(value_of("k7/8/P7/1K6/8/8/1P1B4/8 w - - 0 1") > 300);
    assert_true(value_of("k7/8/P7/1K6/8/8/3B3P/8 w - - 0 1") > 300);
    assert_true(value_of("k7/8/P7/1K6/8/8/2BB4/8 w - - 0 1") > 300);
    assert_true(value_of("k7/8/P7/1K6/8/8/3BN3/8 w - - 0 1") > 300);
}

static void nearer_to_mate_is_worth_more(void **state) {
    (void)state;
    static const char *const EDGE[] = {
        /* The kings are four steps apart. */
        "8/8/8/4k3/K7/8/8/R7 w - - 0 1", "8/8/4k3/8/K7/8/8/R7 w - - 0 1",
        "8/4k3/8/8/K7/8/8/R7 w - - 0 1", "4k3/8/8/8/K7/8/8/R7 w - - 0 1",
        "2k5/8/8/8/K7/8/8/R7 w - - 0 1", "1k6/8/8/8/K7/8/8/R7 w - - 0 1",
        "k7/8/8/8/K7/8/8/R7 w - - 0 1",
    };
    for (size_t i = 1; i < ARRAY_LENGTH(EDGE); i++)
        assert_true(value_of(EDGE[i]) > value_of(EDGE[i - 1]));
    static const char *const APPROACH[] = {
        "7k/8/8/8/8/8/8/KR6 w - - 0 1",
        "7k/8/8/8/3K4/8/8/1R6 w - - 0 1",
        "7k/8/8/5K2/8/8/8/1R6 w - - 0 1",
        "7k/8/6K1/8/8/8/8/1R6 w - - 0 1",
    };
    for (size_t i = 1; i < ARRAY_LENGTH(APPROACH); i++)
        assert_true(value_of(APPROACH[i]) > value_of(APPROACH[i - 1]));
}

/* The bishop stands on a dark square: a1 and h8 are the corners to mate in. */
static void bishop_and_knight_know_their_corner(void **state) {
    (void)state;
    const int wrong = value_of("k7/2K5/2N5/8/3B4/8/8/8 w - - 0 1");
    const int between = value_of("3k4/8/3K4/3N4/3B4/8/8/8 w - - 0 1");
    const int right = value_of("7k/5K2/5N2/8/1B6/8/8/8 w - - 0 1");
    assert_true(wrong < between && between < right);
    assert_true(wrong > 600);
    /* With a rook any corner will do. */
    assert_int_equal(value_of("k7/2K5/2N5/8/3B4/8/8/7R w - - 0 1"),
                     value_of("7k/5K2/5N2/8/1B6/8/8/R7 w - - 0 1"));
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_are_equal_and_scores_bounded),
        cmocka_unit_test(the_most_is_bounded),
        cmocka_unit_test(applies_to_bare_kings_alone),
        cmocka_unit_test(no_force_is_no_win),
        cmocka_unit_test(force_is_worth_its_points_and_more),
        cmocka_unit_test(pawns_are_worth_more_as_they_come_forward),
        cmocka_unit_test(the_wrong_corner_is_a_draw),
        cmocka_unit_test(nearer_to_mate_is_worth_more),
        cmocka_unit_test(bishop_and_knight_know_their_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
