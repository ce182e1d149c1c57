#include "support.h"

/* Positions and moves of public test data that lies beside the repository, where it does. */

#define SKIPPED   77
#define LINE_SIZE 16384

static char shared_folder[4096];

/* The folder is three steps above this file and then down again. */
static void find_shared_folder(void) {
    snprintf(shared_folder, sizeof shared_folder, "%s", __FILE__);
    for (int step = 0; step < 3; step++) {
        char *slash = strrchr(shared_folder, '/');
        if (slash == NULL) {
            shared_folder[0] = '\0';
            return;
        }
        *slash = '\0';
    }
    const size_t length = strlen(shared_folder);
    snprintf(shared_folder + length, sizeof shared_folder - length, "/../shared/data");
}

static FILE *open_shared(const char *name) {
    char path[sizeof shared_folder + 64];
    snprintf(path, sizeof path, "%s/%s", shared_folder, name);
    return fopen(path, "r");
}

/* Calls visit() for each line of a file, the line's end cut off. */
static void visit_lines(const char *name, void (*visit)(char *line)) {
    FILE *file = open_shared(name);
    if (file == NULL)
        fail_msg("%s is missing", name);
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
    visit_lines("epd/fen_robustness.txt", check_verdict);
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
        "perft/standard.epd",        "perft/random.epd",        "perft/en_passant.epd",
        "perft/chess960.epd",        "perft/dfrc.epd",          "books/8moves_v3_20k.epd",
        "books/UHO_4060_v4_20k.epd", "books/DFRC_4852_20k.epd", "books/FRC_start_960.epd",
        "books/endgames_10k.epd",    "epd/mates/mates2000.epd", "epd/mates/classic280.epd",
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
        "epd/wac.epd",  "epd/sts.epd", "epd/ecm98.epd",    "epd/bt2630.epd",
        "epd/iq4.epd",  "epd/eet.epd", "epd/kaufman.epd",  "epd/bratko_kopec.epd",
        "epd/lct2.epd", "epd/pet.epd", "epd/zugzwang.epd", "epd/silent_but_deadly.epd",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(SUITES); i++)
        visit_lines(SUITES[i], check_best_moves);
}

int main(void) {
    chess_init();
    find_shared_folder();
    FILE *probe = open_shared("epd/fen_robustness.txt");
    if (probe == NULL) {
        printf("skipped: no shared test data beside the repository\n");
        return SKIPPED;
    }
    fclose(probe);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_verdicts_of_the_list),
        cmocka_unit_test(reads_and_writes_every_position),
        cmocka_unit_test(reads_the_moves_of_test_suites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
