#include "support.h"
#include "tables/book.h"
#include "tables/polyglot_key.h"

/* Keys of the specification and a real book, where there is external test data. */

static Book *book;

static void check_key(const char *fen, const char *key, const char *unused) {
    (void)unused;
    const Position position = position_of(fen);
    if (polyglot_key(&position) != strtoull(key, NULL, 16))
        fail_msg("%s has another key", fen);
}

static void keys_are_those_of_the_specification(void **state) {
    (void)state;
    assert_true(visit_answers(TEST_DATA("polyglot/zobrist_spec.txt"), check_key) > 0);
}

/* moves: "e2e4=1 d2d4=1", in any order. */
static void check_moves(const char *fen, const char *moves, const char *unused) {
    (void)unused;
    const Position position = position_of(fen);
    BookMove found[MAX_MOVES];
    const int count = book_find(book, &position, found);
    int expected = 0;
    while (*moves) {
        const size_t length = strcspn(moves, "=");
        const Move move = notation_parse_coordinate(&position, moves, (int)length);
        char *end;
        const long weight = strtol(moves + length + 1, &end, 10);
        bool is_there = false;
        for (int i = 0; i < count; i++)
            is_there |= found[i].move == move && found[i].weight == weight;
        if (!is_there)
            fail_msg("%s: %s is missing", fen, moves);
        expected++;
        moves = end + (*end == ' ');
    }
    assert_int_equal(count, expected);
}

static void moves_are_those_of_the_book(void **state) {
    (void)state;
    Reason reason = {""};
    book = book_open(TEST_DATA("polyglot/performance_small.bin"), &reason);
    if (!book)
        fail_msg("%s", reason.text);
    assert_true(visit_answers(TEST_DATA("polyglot/book_moves.txt"), check_moves) > 0);
    book_close(book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_the_specification),
        cmocka_unit_test(moves_are_those_of_the_book),
    };
    if (!test_data_is_there(TEST_DATA("polyglot/book_moves.txt"))) {
        puts("skipped: no polyglot/ in QUORUM_TEST_DATA");
        return SKIPPED;
    }
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
