#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "guest/information.h"

/* Lines of `info`, as engines write them and as they should not. */

static Position root;

static InformationParts read(const char *line, GuestInfo *info) {
    return information_read(text_of(line), &root, info);
}

static void test_a_whole_line(void **state) {
    (void)state;
    GuestInfo info;
    assert_int_equal(read("depth 12 seldepth 18 multipv 1 score cp -35 lowerbound nodes 123456 nps "
                          "1000000 hashfull 12 tbhits 0 time 123 pv e2e4 e7e5",
                          &info),
                     INFORMATION_LINE | INFORMATION_NODES);
    assert_int_equal(info.depth, 12);
    assert_int_equal(info.score, -35);
    assert_false(info.is_mate);
    assert_int_equal(info.bound, GUEST_LOWER);
    assert_int_equal(info.nodes, 123456);
    assert_int_equal(info.move, notation_parse_coordinate(&root, "e2e4", 4));
}

static void test_mates_and_bounds(void **state) {
    (void)state;
    GuestInfo info;
    assert_int_equal(read("score mate -3 upperbound depth 5", &info),
                     INFORMATION_SCORE | INFORMATION_DEPTH);
    assert_true(info.is_mate);
    assert_int_equal(info.score, -3);
    assert_int_equal(info.bound, GUEST_UPPER);
}

static void test_what_is_none(void **state) {
    (void)state;
    static const char *const LINES[] = {
        "",
        "depth",
        "depth x",
        "depth -1",
        "depth 1000",
        "nodes",
        "score",
        "score cp",
        "score cp x",
        "score mate 1000",
        "pv",
        "pv e2",
        "pv e1e8",
        "pv (none)",
        "nodes -1",
        "currmove e2e4 currmovenumber 1",
        "string depth 4 nodes 3 pv e2e4",
        "nodes 99999999999999999999",
        "score pawns 3",
        "refutation e2e4 e7e5",
        "score cp 100000000000",
    };
    GuestInfo info;
    for (size_t i = 0; i < ARRAY_LENGTH(LINES); i++)
        assert_int_equal(read(LINES[i], &info), 0);
}

static void test_other_lines_say_only_how_many_nodes(void **state) {
    (void)state;
    GuestInfo info;
    assert_int_equal(read("depth 3 multipv 2 score cp 4 nodes 77 pv d2d4", &info),
                     INFORMATION_NODES);
    assert_int_equal(info.nodes, 77);
}

int main(void) {
    FenError error;
    chess_init();
    if (!fen_parse(FEN_START, &root, &error))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_line),
        cmocka_unit_test(test_mates_and_bounds),
        cmocka_unit_test(test_what_is_none),
        cmocka_unit_test(test_other_lines_say_only_how_many_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
