#include "../test_data.h"
#include "support.h"

/* Positions and moves of the external test data, where there is any. */

#define LINE_SIZE 16384

/* Calls visit() for each line of a file, the line's end cut off. */
static void visit_lines(const char *path, void (*visit)(char *line)) {
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing", path);
    char line[LINE_SIZE];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0') {
            visit(line);
            lines++;
        }
    }
    fclose(file);
    assert_int_not_equal(lines, 0);
}

/* A line is "FEN ; verdict ; why". */
static void check_verdict(char *line) {
    char *verdict = strstr(line, " ; ");
    assert_non_null(verdict);
    *verdict = '\0';
    verdict += 3;
    const bool valid = strncmp(verdict, "valid", 5) == 0;
    Position position;
    FenError error;
    if (fen_parse(line, &position, &error) != valid)
        fail_msg("%s should be %s", line, valid ? "read" : "refused");
}

static void gives_the_verdicts_of_the_list(void **state) {
    (void)state;
    visit_lines(TEST_DATA("epd/fen_robustness.txt"), check_verdict);
}

static void check_round_trip(char *line) {
    Position position, again;
    FenError error;
    const char *end;
    char text[FEN_SIZE];
    if (!fen_parse_prefix(line, &position, &error, &end))
        fail_msg("%s: column %d: %s", line, error.column, error.message);
    fen_format(&position, text);
    assert_true(fen_parse(text, &again, &error));
    assert_memory_equal(&again, &position, sizeof again);
    fen_format_shredder(&position, text);
    assert_true(fen_parse(text, &again, &error));
    assert_memory_equal(&again, &position, sizeof again);
}

static void reads_and_writes_every_position(void **state) {
    (void)state;
    static const char *const FILES_OF_POSITIONS[] = {
        TEST_DATA("perft/standard.epd"),
        TEST_DATA("perft/random.epd"),
        TEST_DATA("perft/en_passant.epd"),
        TEST_DATA("perft/chess960.epd"),
        TEST_DATA("perft/dfrc.epd"),
        TEST_DATA("books/8moves_v3_20k.epd"),
        TEST_DATA("books/UHO_4060_v4_20k.epd"),
        TEST_DATA("books/DFRC_4852_20k.epd"),
        TEST_DATA("books/FRC_start_960.epd"),
        TEST_DATA("books/endgames_10k.epd"),
        TEST_DATA("epd/mates/mates2000.epd"),
        TEST_DATA("epd/mates/classic280.epd"),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(FILES_OF_POSITIONS); i++)
        visit_lines(FILES_OF_POSITIONS[i], check_round_trip);
}

/* Moves of an EPD's bm or am: each is read, and written as it stands there. */
static void check_best_moves(char *line) {
    Position position;
    FenError error;
    const char *at;
    assert_true(fen_parse_prefix(line, &position, &error, &at));
    if (strncmp(at, "bm ", 3) != 0 && strncmp(at, "am ", 3) != 0)
        fail_msg("neither bm nor am: %s", line);
    at += 3;
    while (*at != ';' && *at != '\0') {
        const int length = (int)strcspn(at, " ;");
        Move move;
        char text[SAN_SIZE];
        if (notation_parse_san(&position, at, length, &move) != SAN_OK)
            fail_msg("%.*s is not read: %s", length, at, line);
        notation_san(&position, move, text);
        const size_t written = strcspn(text, "+#");
        if (written != strcspn(at, " ;+#!?") || strncmp(text, at, written) != 0)
            fail_msg("%.*s is written %s: %s", length, at, text, line);
        at += length;
        at += strspn(at, " ");
    }
}

static void reads_the_moves_of_test_suites(void **state) {
    (void)state;
    static const char *const SUITES[] = {
        TEST_DATA("epd/wac.epd"),      TEST_DATA("epd/sts.epd"),
        TEST_DATA("epd/ecm98.epd"),    TEST_DATA("epd/bt2630.epd"),
        TEST_DATA("epd/iq4.epd"),      TEST_DATA("epd/eet.epd"),
        TEST_DATA("epd/kaufman.epd"),  TEST_DATA("epd/bratko_kopec.epd"),
        TEST_DATA("epd/lct2.epd"),     TEST_DATA("epd/pet.epd"),
        TEST_DATA("epd/zugzwang.epd"), TEST_DATA("epd/silent_but_deadly.epd"),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(SUITES); i++)
        visit_lines(SUITES[i], check_best_moves);
}

int main(void) {
    chess_init();
    if (!test_data_is_there(TEST_DATA("epd/fen_robustness.txt"))) {
        puts("skipped: no epd/ in QUORUM_TEST_DATA");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_verdicts_of_the_list),
        cmocka_unit_test(reads_and_writes_every_position),
        cmocka_unit_test(reads_the_moves_of_test_suites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
