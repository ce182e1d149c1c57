/* EPD lines in the dialects that people write, and lines that are none. */

#include "chess/epd.h"

#include "support.h"

#define KINGS "4k3/8/8/8/8/8/8/4K2R w K -"

static EpdLine parse(const char *line) {
    EpdLine epd;
    Reason error;
    if (epd_parse(line, &epd, &error) != EPD_POSITION)
        fail_msg("%s: %s", line, error.text);
    return epd;
}

static void assert_text(Text text, const char *expected) {
    if (!text_equals(text, expected))
        fail_msg("'%.*s' instead of '%s'", (int)text.length, text.data, expected);
}

static void assert_operation(const EpdLine *epd, const char *name, const char *expected) {
    const EpdOperation *operation = epd_find(epd, name);
    assert_non_null(operation);
    assert_text(epd_text(operation), expected);
}

static void operations_are_found_in_every_dialect(void **state) {
    (void)state;
    static const char *const LINES[] = {
        KINGS " bm O-O; id \"one.1\";",
        KINGS " bm O-O; id \"one.1\"",
        KINGS " 0 1 bm O-O; id \"one.1\";\r\n",
        KINGS "; bm O-O; id \"one.1\"; # comment; bm Kd1;\n",
        KINGS " 0 1; bm O-O;; ; id one.1 ;",
        KINGS "\tbm\tO-O\t;\tid\t\"one.1\"\t;\t// comment",
        "  " KINGS "  id \"one.1\";bm O-O;% comment",
        KINGS " id\"one.1\"; bm \"O-O\";",
        KINGS " id \"one.1\"; bm O-O # mate; soon",
        KINGS " bm O-O; id \"one.1\" // bm Kd1;\n",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(LINES); i++) {
        EpdLine epd = parse(LINES[i]);
        assert_int_equal(epd.operation_count, 2);
        assert_operation(&epd, "bm", "O-O");
        assert_operation(&epd, "id", "one.1");
        assert_null(epd_find(&epd, "i"));
        assert_null(epd_find(&epd, "idx"));
    }
}

static void quotation_marks_hide_semicolons(void **state) {
    (void)state;
    EpdLine epd =
        parse(KINGS " c0 \"a; b # c // d\"; id \"\"; c1 \"x\" \"y\"; PV: e1g1; bm #3; c2 5 %;");
    assert_int_equal(epd.operation_count, 6);
    assert_operation(&epd, "bm", "#3");
    assert_operation(&epd, "c2", "5 %");
    assert_operation(&epd, "c0", "a; b # c // d");
    assert_operation(&epd, "id", "");
    assert_operation(&epd, "c1", "\"x\" \"y\"");
    assert_operation(&epd, "PV:", "e1g1");
    /* No comment begins within a word, as with the sign of a mate. */
    epd = parse(KINGS " bm Rh8# Kd1; c0 a//b");
    assert_operation(&epd, "bm", "Rh8# Kd1");
    assert_operation(&epd, "c0", "a//b");
}

static void counters_come_from_fields_or_operations(void **state) {
    (void)state;
    EpdLine epd = parse(KINGS " bm O-O;");
    assert_int_equal(epd.position.rule50, 0);
    assert_int_equal(epd.position.fullmove, 1);
    epd = parse(KINGS " 7 30 bm O-O;");
    assert_int_equal(epd.position.rule50, 7);
    assert_int_equal(epd.position.fullmove, 30);
    epd = parse(KINGS " fmvn 30; bm O-O; hmvc 7;");
    assert_int_equal(epd.position.rule50, 7);
    assert_int_equal(epd.position.fullmove, 30);
    epd = parse(KINGS " 7 30 fmvn 1; hmvc 0;");
    assert_int_equal(epd.position.rule50, 0);
    assert_int_equal(epd.position.fullmove, 1);
    epd = parse(KINGS " hmvc 99999999999999999999;");
    assert_int_equal(epd.position.rule50, 32767);
}

static void empty_lines_and_comments_are_told_from_positions(void **state) {
    (void)state;
    static const char *const LINES[] = {"",         "\n",     " \t\r\n",        "# note",
                                        "  % note", "; note", "// note; bm e4;"};
    EpdLine epd;
    Reason error;
    for (size_t i = 0; i < ARRAY_LENGTH(LINES); i++)
        assert_int_equal(epd_parse(LINES[i], &epd, &error), EPD_EMPTY);
}

static void assert_malformed(const char *line, int column, const char *message) {
    EpdLine epd;
    Reason error;
    assert_int_equal(epd_parse(line, &epd, &error), EPD_MALFORMED);
    if (!strstr(error.text, message))
        fail_msg("%s: '%s' does not say '%s'", line, error.text, message);
    char place[32];
    snprintf(place, sizeof place, "column %d: ", column);
    assert_memory_equal(error.text, place, strlen(place));
}

static void malformed_lines_are_named_with_their_column(void **state) {
    (void)state;
    const int after = (int)strlen(KINGS) + 2;
    assert_malformed("/ bm e4;", 1, "");
    assert_malformed("4k3/8/8/8/8/8/8/4J3 w - - bm e4;", 18, "piece letter");
    assert_malformed(KINGS " id \"open;", after, "quotation mark");
    assert_malformed(KINGS " 0 bm O-O;", after, "begins with a letter");
    assert_malformed(KINGS " bm O-O; \"id\";", after + 8, "begins with a letter");
    assert_malformed(KINGS " hmvc x;", after, "hmvc");
    assert_malformed(KINGS " hmvc -1;", after, "hmvc");
    assert_malformed(KINGS " fmvn 0;", after, "fmvn");
    assert_malformed(KINGS " bm O-O; fmvn;", after + 8, "fmvn");
}

static void operations_have_a_limit(void **state) {
    (void)state;
    char line[1024] = KINGS;
    for (int i = 0; i < EPD_MAX_OPERATIONS; i++)
        strcat(line, " a 1;");
    EpdLine epd = parse(line);
    assert_int_equal(epd.operation_count, EPD_MAX_OPERATIONS);
    strcat(line, " b 1;");
    Reason error;
    assert_int_equal(epd_parse(line, &epd, &error), EPD_MALFORMED);
}

/* The moves of a text in coordinates, blanks between. */
static void assert_moves(const char *fen, const char *text, const char *expected) {
    Position position = position_of(fen);
    MoveList moves = {.count = 0};
    Reason error;
    char found[256] = "";
    if (!epd_parse_moves(&position, text_of(text), &moves, &error))
        fail_msg("%s: %s", text, error.text);
    for (int i = 0; i < moves.count; i++) {
        char move[COORDINATE_SIZE];
        notation_coordinate(moves.moves[i], position.chess960, move);
        strcat(strcat(found, i > 0 ? " " : ""), move);
    }
    assert_string_equal(found, expected);
}

static void moves_are_read_in_every_notation(void **state) {
    (void)state;
    const char *castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_moves(castling, "O-O", "e1g1");
    assert_moves(castling, "0-0-0 O-O+", "e1c1 e1g1");
    assert_moves(castling, "Rxh8+ Rxh8, h1h8 Rh1xh8!?", "h1h8");
    assert_moves(castling, "\"Ke2, Kd2\" Kf2", "e1e2 e1d2 e1f2");
    assert_moves(castling, "Ke2,Kd2", "e1e2 e1d2");
    assert_moves(castling, " , ", "");
    assert_moves("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=Q b8N b7b8r", "b7b8q b7b8n b7b8r");
    assert_moves("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "O-O O-O-O", "e1g1 e1b1");
}

static void assert_no_moves(const char *fen, const char *text, int before, const char *message) {
    Position position = position_of(fen);
    MoveList moves = {.count = 0};
    Reason error;
    assert_false(epd_parse_moves(&position, text_of(text), &moves, &error));
    assert_int_equal(moves.count, before);
    if (!strstr(error.text, message))
        fail_msg("%s: '%s' does not say '%s'", text, error.text, message);
}

static void moves_that_are_none_are_refused(void **state) {
    (void)state;
    const char *knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    assert_no_moves(knights, "Ke2 Nd2", 1, "'Nd2' is ambiguous");
    assert_no_moves(knights, "Ke3", 0, "'Ke3' is not legal");
    assert_no_moves(knights, "O-O", 0, "not legal");
    assert_no_moves(knights, "best", 0, "'best' is not a move");
    assert_no_moves(knights, "#3", 0, "not a move");
    assert_no_moves("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", 0, "ambiguous");
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_are_found_in_every_dialect),
        cmocka_unit_test(quotation_marks_hide_semicolons),
        cmocka_unit_test(counters_come_from_fields_or_operations),
        cmocka_unit_test(empty_lines_and_comments_are_told_from_positions),
        cmocka_unit_test(malformed_lines_are_named_with_their_column),
        cmocka_unit_test(operations_have_a_limit),
        cmocka_unit_test(moves_are_read_in_every_notation),
        cmocka_unit_test(moves_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
