/* The rules of quorum-suite that tell what a position is about. */

#include "../chess/support.h"

#include "suite/classify.h"
#include "suite/ending.h"
#include "suite/strategy.h"
#include "suite/tactics.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The line of moves in coordinate notation, separated by blanks. */
static Line line_of(const char *fen, const char *moves) {
    Position position = position_of(fen), at = position;
    Move list[LINE_PLIES];
    int length = 0;
    for (const char *word = moves; *word; length++) {
        const size_t size = strcspn(word, " ");
        list[length] = notation_parse_coordinate(&at, word, (int)size);
        if (list[length] == MOVE_NONE)
            fail_msg("illegal move in \"%s\"", moves);
        Position next;
        position_make(&at, &next, list[length]);
        at = next;
        word += size + (word[size] == ' ');
    }
    Line line;
    line_play(&line, &position, list, length);
    return line;
}

typedef struct Example {
    const char *fen;
    const char *moves;
    bool (*rule)(const Line *line); /* NULL for none */
    bool holds;
    Theme theme; /* of the whole line */
} Example;

#define FORK       "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1"
#define PIN        "4k3/8/8/4n3/8/8/8/K4R2 w - - 0 1"
#define SKEWER     "8/8/8/q3k3/8/8/8/1K5R w - - 0 1"
#define BATTERY    "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1"
#define UNCOVER    "3q2k1/8/8/8/8/3B4/8/K2R4 w - - 0 1"
#define DEFLECTION "3q2k1/5ppp/8/8/1Q6/8/3r1PPP/4R1K1 w - - 0 1"
#define PROMOTION  "8/P7/8/8/8/k7/8/4K3 w - - 0 1"

static const Example EXAMPLES[] = {
    {FORK, "d5c7 e8d7 c7a8", tactics_is_fork, true, THEME_FORK},
    {FORK, "d5c7 e8d7 c7b5", tactics_is_fork, false, THEME_CHECK},
    {FORK, "d5b6 a8b8 b6d7", tactics_is_fork, false, THEME_QUIET_MOVE},
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", tactics_is_fork, false, THEME_CHECK},
    {"r6k/3p4/8/3N4/8/8/8/4K3 w - - 0 1", "d5b6 h8g7 b6a8", tactics_is_fork, false,
     THEME_QUIET_MOVE}, /* rook and pawn */
    {PIN, "f1e1 e8d7 e1e5", tactics_is_pin, true, THEME_PIN},
    {PIN, "f1e1 e8d7 e1e2", tactics_is_pin, false, THEME_QUIET_MOVE},
    {"4k3/8/8/4n3/8/8/8/K4R2 w - - 0 1", "f1f5 e8d7 f5e5", tactics_is_pin, false, THEME_QUIET_MOVE},
    {"4k3/8/8/n2q4/8/8/8/K6R w - - 0 1", "h1h5 e8e7 h5d5", tactics_is_pin, false,
     THEME_SACRIFICE}, /* what is behind is worth less */
    {"8/8/8/p3k3/8/8/8/1K5R w - - 0 1", "h1h5 e5d6 h5a5", tactics_is_skewer, false,
     THEME_CHECK}, /* of a pawn */
    {SKEWER, "h1h5 e5d6 h5a5", tactics_is_skewer, true, THEME_SKEWER},
    {SKEWER, "h1h5 e5d6 h5h6", tactics_is_skewer, false, THEME_CHECK},
    {BATTERY, "e4c5", tactics_is_discovery, true, THEME_DISCOVERY},
    {BATTERY, "e1e2", tactics_is_discovery, false, THEME_QUIET_MOVE},
    {UNCOVER, "d3h7 g8h7 d1d8", tactics_is_discovery, true, THEME_SACRIFICE},
    {UNCOVER, "d3h7 g8h7 d1d2", tactics_is_discovery, false, THEME_SACRIFICE},
    {DEFLECTION, "e1e8 d8e8 b4d2", tactics_is_deflection, true, THEME_DEFLECTION},
    {DEFLECTION, "e1e8 d8e8 b4e7", tactics_is_deflection, false, THEME_SACRIFICE},
    {"3q2k1/3n1ppp/8/8/3Q4/8/5PPP/4R1K1 w - - 0 1", "e1e8 d8e8 d4d7", tactics_is_deflection, false,
     THEME_SACRIFICE}, /* from e8 the queen guards d7 as before */
    {DEFLECTION, "e1e8", tactics_is_sacrifice, true, THEME_SACRIFICE},
    {DEFLECTION, "b4d2 d8d2", tactics_is_sacrifice, true, THEME_SACRIFICE},
    {"6k1/8/8/3p4/8/8/8/K2R4 w - - 0 1", "d1d5", tactics_is_sacrifice, false, THEME_CAPTURE},
    /* Knight for a guarded bishop is no sacrifice, nor the other way round. */
    {"6k1/8/2p5/3b4/8/2N5/8/K7 w - - 0 1", "c3d5 c6d5", tactics_is_sacrifice, false, THEME_CAPTURE},
    {"6k1/8/2p5/3n4/8/1B6/8/K7 w - - 0 1", "b3d5 c6d5", tactics_is_sacrifice, false, THEME_CHECK},
    {PROMOTION, "a7a8q", tactics_is_promotion, true, THEME_PROMOTION},
    {PROMOTION, "e1d1 a3b4 d1c1 b4c3 a7a8q", tactics_is_promotion, true, THEME_PROMOTION},
    {PROMOTION, "e1d1 a3b4 d1c1 b4c3 c1b1 c3d2 a7a8q", tactics_is_promotion, false,
     THEME_QUIET_MOVE},
    /* The other side's promotion does not count. */
    {"8/8/8/8/8/k7/p7/4K3 w - - 0 1", "e1d1 a2a1q", tactics_is_promotion, false, THEME_QUIET_MOVE},
};

static void test_tactics(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(EXAMPLES); i++) {
        const Example *example = &EXAMPLES[i];
        Line line = line_of(example->fen, example->moves);
        if (example->rule(&line) != example->holds)
            fail_msg("%s %s: the rule says otherwise", example->fen, example->moves);
        Theme theme = tactics_theme(&line);
        if (theme != example->theme)
            fail_msg("%s %s: %s", example->fen, example->moves, theme_name(theme));
    }
}

static void test_tactics_of_black(void **state) {
    (void)state;
    Line line = line_of("4k3/8/8/8/3n4/8/8/R3K3 b - - 0 1", "d4c2 e1d2 c2a1");
    assert_true(tactics_is_fork(&line));
    assert_int_equal(tactics_theme(&line), THEME_FORK);
}

static void test_no_line_has_a_motif(void **state) {
    (void)state;
    Line line = line_of(FORK, "");
    assert_false(tactics_is_fork(&line) || tactics_is_pin(&line) || tactics_is_skewer(&line) ||
                 tactics_is_discovery(&line) || tactics_is_deflection(&line) ||
                 tactics_is_sacrifice(&line) || tactics_is_promotion(&line));
    assert_int_equal(strategy_theme(&line), THEME_NONE);
}

static const struct {
    const char *fen;
    const char *moves;
    Theme theme;
} STRATEGY[] = {
    {"4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5 e6d5", THEME_EXCHANGE},
    {"4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5", THEME_NONE},
    {"4k3/8/4p3/3n4/8/3R4/8/3RK3 w - - 0 1", "d3d5 e6d5", THEME_NONE}, /* rook for knight */
    {"4k3/8/4p3/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5 e6d5", THEME_NONE},  /* knight for rook */
    {"4k3/8/8/2p5/8/1P6/8/4K3 w - - 0 1", "b3b4", THEME_PAWN_BREAK},
    {"4k3/8/8/3p4/8/1P6/8/4K3 w - - 0 1", "b3b4", THEME_PAWN_ADVANCE},
    {"4k3/1p6/8/2P5/8/8/8/4K3 b - - 0 1", "b7b6", THEME_PAWN_BREAK},
    {"4k3/pp6/8/8/4P3/2N5/8/4K3 w - - 0 1", "c3d5", THEME_OUTPOST},
    {"4k3/ppp5/8/8/4P3/2N5/8/4K3 w - - 0 1", "c3d5", THEME_KNIGHT}, /* c6 drives it away */
    {"4k3/pp6/8/8/2p1P3/2N5/8/4K3 w - - 0 1", "c3d5", THEME_OUTPOST},
    {"4k3/pp6/8/4p3/4P3/2N5/8/4K3 w - - 0 1", "c3d5", THEME_OUTPOST}, /* e5 has passed it */
    {"4k3/8/8/8/8/8/2P5/2N1K3 w - - 0 1", "c1b3", THEME_KNIGHT},      /* too far back */
    {"4k3/pp6/8/8/8/2N5/8/4K3 w - - 0 1", "c3d5", THEME_KNIGHT},      /* nothing guards it */
    {"4k3/8/2n5/4p3/8/8/PP6/4K3 b - - 0 1", "c6d4", THEME_OUTPOST},
    {"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1g5", THEME_BISHOP},
    {"4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a1d1", THEME_OPEN_FILE},
    {"4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1", "a1d1", THEME_ROOK},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", THEME_ROOK},
    {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1d4", THEME_QUEEN},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", THEME_KING_SAFETY},
    {"3qk3/8/8/8/8/8/8/Q3K3 w - - 0 1", "e1f2", THEME_KING_SAFETY},
    {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "e1f2", THEME_NONE},
    {"8/P7/8/8/8/k7/8/4K3 w - - 0 1", "a7a8q", THEME_NONE},
};

static void test_strategy(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(STRATEGY); i++) {
        Line line = line_of(STRATEGY[i].fen, STRATEGY[i].moves);
        if (strategy_theme(&line) != STRATEGY[i].theme)
            fail_msg("%s %s is not as expected", STRATEGY[i].fen, STRATEGY[i].moves);
    }
}

static const struct {
    const char *fen;
    bool is_one;
    Theme theme;
} ENDINGS[] = {
    {"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", true, THEME_PAWN_ENDING},
    {"4k1n1/p7/8/8/8/8/P7/2B1K3 w - - 0 1", true, THEME_MINOR_ENDING},
    {"4k2r/p7/8/8/8/8/P7/R3K3 w - - 0 1", true, THEME_ROOK_ENDING},
    {"4k2q/p7/8/8/8/8/P7/4K3 w - - 0 1", true, THEME_QUEEN_ENDING},
    {"4k2r/p7/8/8/8/8/P7/2B1K3 w - - 0 1", true, THEME_MIXED_ENDING},
    {"4k2r/p7/8/8/8/8/P7/RB2K3 w - - 0 1", false, THEME_MIXED_ENDING},
    {FEN_START, false, THEME_MIXED_ENDING},
};

static void test_endings(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(ENDINGS); i++) {
        Position position = position_of(ENDINGS[i].fen);
        assert_int_equal(ending_is_one(&position), ENDINGS[i].is_one);
        assert_int_equal(ending_theme(&position), ENDINGS[i].theme);
    }
}

static void test_gain_of_a_line(void **state) {
    (void)state;
    Line line = line_of(FORK, "d5c7 e8d7 c7a8 d7c6");
    assert_int_equal(line_gain(&line), 500);
    /* The line ends in the middle of an exchange. */
    line = line_of("4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", "e1e2 e8e7 c3d5");
    assert_int_equal(line_gain(&line), 0);
}

static Theme classify_line(const Line *line, Score best, Score next, bool tablebase) {
    Evidence evidence = {*line, best, next, tablebase};
    return classify(&evidence);
}

#define MIDDLEGAME "r3k2n/6pp/8/3N4/8/8/6PP/B3K2B w - - 0 1"

static void test_classify_tactics(void **state) {
    (void)state;
    Line fork = line_of(MIDDLEGAME, "d5c7 e8d7 c7a8");
    assert_int_equal(classify_line(&fork, 300, 0, false), THEME_FORK);
    assert_int_equal(classify_line(&fork, 150, 0, false), THEME_FORK);
    assert_int_equal(classify_line(&fork, 149, 0, false), THEME_NONE);
    assert_int_equal(classify_line(&fork, 500, 300, false), THEME_FORK);
    assert_int_equal(classify_line(&fork, 500, 301, false), THEME_NONE);
    assert_int_equal(classify_line(&fork, 99, -150, false), THEME_NONE);
    assert_int_equal(classify_line(&fork, 60, -200, false), THEME_DEFENCE);
    assert_int_equal(classify_line(&fork, -100, -250, false), THEME_DEFENCE);
    assert_int_equal(classify_line(&fork, -101, -400, false), THEME_NONE);
    assert_int_equal(classify_line(&fork, 0, -199, false), THEME_NONE);
    assert_int_equal(classify_line(&fork, score_mate_in(5), 0, false), THEME_NONE);
}

static void test_classify_positional(void **state) {
    (void)state;
    Line quiet = line_of(MIDDLEGAME, "g2g3 h7h6");
    assert_int_equal(classify_line(&quiet, 20, -20, false), THEME_PAWN_ADVANCE);
    assert_int_equal(classify_line(&quiet, 20, -19, false), THEME_NONE);
    assert_int_equal(classify_line(&quiet, 20, -100, false), THEME_PAWN_ADVANCE);
    assert_int_equal(classify_line(&quiet, 20, -101, false), THEME_NONE);
    assert_int_equal(classify_line(&quiet, 200, 150, false), THEME_PAWN_ADVANCE);
    assert_int_equal(classify_line(&quiet, 201, 150, false), THEME_NONE);
    Line wins = line_of(MIDDLEGAME, "g2g3 h7h6 d5c7 e8d7 c7a8 g7g6");
    assert_int_equal(classify_line(&wins, 20, -40, false), THEME_NONE);
}

static void test_classify_endings(void **state) {
    (void)state;
    Line line = line_of("4k2r/p7/8/8/8/8/P7/R3K3 w - - 0 1", "a1d1");
    assert_int_equal(classify_line(&line, 200, 50, false), THEME_ROOK_ENDING);
    assert_int_equal(classify_line(&line, 199, 0, false), THEME_NONE);
    assert_int_equal(classify_line(&line, 400, 81, false), THEME_NONE);
    assert_int_equal(classify_line(&line, score_mate_in(20), 0, false), THEME_ROOK_ENDING);
    assert_int_equal(classify_line(&line, 0, -200, false), THEME_ROOK_ENDING);
    assert_int_equal(classify_line(&line, 0, -150, false), THEME_NONE);
    assert_int_equal(classify_line(&line, 0, 0, true), THEME_ROOK_ENDING);
    line.length = 0;
    assert_int_equal(classify_line(&line, 0, 0, true), THEME_NONE);
}

static void test_names(void **state) {
    (void)state;
    for (Theme theme = 0; theme < THEMES; theme++) {
        assert_int_equal(theme_parse(text_of(theme_name(theme))), theme);
        assert_in_range(theme_kind(theme), 0, KINDS - 1);
    }
    assert_int_equal(theme_parse(text_of("forks")), THEME_NONE);
    for (Kind kind = 0; kind < KINDS; kind++)
        assert_int_equal(kind_parse(text_of(kind_name(kind))), kind);
    assert_int_equal(kind_parse(text_of("")), KINDS);
    assert_int_equal(theme_of_mate(2), THEME_MATE_IN_2);
    assert_int_equal(theme_of_mate(5), THEME_MATE_IN_5);
    assert_int_equal(theme_of_mate(6), THEME_LONGER_MATE);
    assert_int_equal(theme_of_mate(12), THEME_LONGER_MATE);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tactics),
        cmocka_unit_test(test_tactics_of_black),
        cmocka_unit_test(test_no_line_has_a_motif),
        cmocka_unit_test(test_strategy),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_gain_of_a_line),
        cmocka_unit_test(test_classify_tactics),
        cmocka_unit_test(test_classify_positional),
        cmocka_unit_test(test_classify_endings),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
