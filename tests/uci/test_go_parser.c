#include "uci/go_parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "chess/fen.h"
#include "chess/game.h"

static void count_ignored(void *context, const char *why, Text token) {
    (void)why;
    (void)token;
    ++*(int *)context;
}

/* Reads a `go` that ignores so many tokens. */
static SearchLimits parse_at(const char *fen, const char *text, int expected_ignored) {
    Position position;
    FenError error;
    assert_true(fen_parse(fen, &position, &error));
    int ignored = 0;
    const GoComplaints complaints = {count_ignored, &ignored};
    SearchLimits limits;
    go_parse(text_of(text), &position, &complaints, &limits);
    assert_int_equal(ignored, expected_ignored);
    return limits;
}

/* The same on the start position. */
static SearchLimits parse(const char *text, int expected_ignored) {
    return parse_at(FEN_START, text, expected_ignored);
}

static void asks_for_nothing(void **state) {
    (void)state;
    SearchLimits limits = parse("", 0);
    assert_false(limits.has_clock[WHITE] || limits.has_clock[BLACK] || limits.has_movetime);
    assert_false(limits.infinite || limits.ponder);
    assert_int_equal(limits.depth + limits.mate + limits.moves_to_go + limits.search_move_count, 0);
    assert_int_equal(limits.nodes, 0);
}

static void reads_every_limit(void **state) {
    (void)state;
    SearchLimits limits = parse("movestogo 40 binc 4 depth 7 wtime 1 ponder nodes 9 winc 3 mate 5"
                                " searchmoves e2e4 g1f3 e2e4 movetime 6 btime 2 infinite",
                                0);
    assert_int_equal(limits.moves_to_go, 40);
    assert_true(limits.has_clock[WHITE] && limits.clock_ms[WHITE] == 1);
    assert_true(limits.has_clock[BLACK] && limits.clock_ms[BLACK] == 2);
    assert_int_equal(limits.increment_ms[WHITE], 3);
    assert_int_equal(limits.increment_ms[BLACK], 4);
    assert_int_equal(limits.mate, 5);
    assert_true(limits.has_movetime && limits.movetime_ms == 6);
    assert_int_equal(limits.depth, 7);
    assert_int_equal(limits.nodes, 9);
    assert_true(limits.ponder && limits.infinite);
    assert_int_equal(limits.search_move_count, 2);
    assert_int_equal(limits.search_moves[0], move_make(E2, E4));
    assert_int_equal(limits.search_moves[1], move_make(G1, F3));
}

static void reads_promotions(void **state) {
    (void)state;
    const SearchLimits limits =
        parse_at("8/P6k/8/8/8/8/8/7K w - - 0 1", "searchmoves a7a8n a7a8 a7a8qq a7a8q depth 3", 2);
    assert_int_equal(limits.search_move_count, 2);
    assert_int_equal(move_promotion(limits.search_moves[0]), KNIGHT);
    assert_int_equal(move_promotion(limits.search_moves[1]), QUEEN);
    assert_int_equal(limits.depth, 3);
}

static void makes_sense_of_extremes(void **state) {
    (void)state;
    SearchLimits limits = parse("depth 0 nodes -5 mate 0 movetime -1 winc -7 movestogo -3", 0);
    assert_int_equal(limits.depth, 1);
    assert_int_equal(limits.nodes, 1);
    assert_int_equal(limits.mate, 1);
    assert_true(limits.has_movetime && limits.movetime_ms == 0);
    assert_int_equal(limits.increment_ms[WHITE], 0);
    assert_int_equal(limits.moves_to_go, 0);

    limits =
        parse("depth 99999999999999999999 wtime 99999999999999999999 nodes 9223372036854775807"
              " btime -99999999999999999999 movetime 99999999999999999999 movestogo 9999999999",
              0);
    assert_int_equal(limits.depth, MAX_PLY);
    assert_int_equal(limits.nodes, INT64_MAX);
    assert_true(limits.moves_to_go > 0);
    /* In microseconds, with some added, these must not overflow. */
    assert_true(limits.clock_ms[WHITE] > 0 && limits.clock_ms[WHITE] < INT64_MAX / 1000000);
    assert_true(limits.clock_ms[BLACK] < 0 && limits.clock_ms[BLACK] > INT64_MIN / 1000000);
    assert_true(limits.movetime_ms > 0 && limits.movetime_ms < INT64_MAX / 1000000);

    limits = parse("wtime -20", 0);
    assert_int_equal(limits.clock_ms[WHITE], -20);
    assert_false(limits.has_clock[BLACK]);
}

static void ignores_what_is_malformed(void **state) {
    (void)state;
    SearchLimits limits = parse("depth nodes 5", 1);
    assert_int_equal(limits.depth, 0);
    assert_int_equal(limits.nodes, 5);
    limits = parse("depth x infinite", 2);
    assert_true(limits.infinite && limits.depth == 0);
    assert_int_equal(parse("depth 5x depth 3 joho", 3).depth, 3);
    assert_int_equal(parse("depth", 1).depth, 0);
    assert_false(parse("movetime 1.5x", 2).has_movetime);
    assert_false(parse("movetime .5", 2).has_movetime);
    assert_false(parse("movetime -.5 wtime 1..5 btime 1.-5 depth 1.5.2", 8).has_movetime);
    limits = parse("searchmoves e2e5 e2e4 zzzzzzzzzzzz depth 2 d2d4", 3);
    assert_int_equal(limits.search_move_count, 1);
    assert_int_equal(limits.depth, 2);
}

static void takes_the_whole_part(void **state) {
    (void)state;
    SearchLimits limits = parse("movetime 100.0 wtime 1999.9 btime -0.5 depth 3. nodes 0.99", 0);
    assert_true(limits.has_movetime && limits.movetime_ms == 100);
    assert_true(limits.has_clock[WHITE] && limits.clock_ms[WHITE] == 1999);
    assert_true(limits.has_clock[BLACK] && limits.clock_ms[BLACK] == 0);
    assert_int_equal(limits.depth, 3);
    assert_int_equal(limits.nodes, 1);
    int depth;
    assert_true(go_parse_perft(text_of("perft 4.0"), 9, &depth));
    assert_int_equal(depth, 4);
}

static void perft_has_a_depth_that_may_be(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int depth;
    } CASES[] = {{"perft 0", 0},  {"perft -3", 0}, {"perft 9", 9},
                 {"perft 10", 9}, {"perft", 1},    {"perft x", 1}};
    int depth = 7;
    assert_false(go_parse_perft(text_of("depth 4"), 9, &depth));
    assert_int_equal(depth, 7);
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        assert_true(go_parse_perft(text_of(CASES[i].text), 9, &depth));
        assert_int_equal(depth, CASES[i].depth);
    }
}

static int set_up(void **state) {
    (void)state;
    chess_init();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_for_nothing),
        cmocka_unit_test(reads_every_limit),
        cmocka_unit_test(reads_promotions),
        cmocka_unit_test(makes_sense_of_extremes),
        cmocka_unit_test(ignores_what_is_malformed),
        cmocka_unit_test(takes_the_whole_part),
        cmocka_unit_test(perft_has_a_depth_that_may_be),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
