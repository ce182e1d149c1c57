/* The parts of quorum-suite: lines of EPD, pools, the choice of positions, candidates, mates. */

#include "support.h"

#include "suite/candidate.h"
#include "suite/mating.h"
#include "suite/pool.h"
#include "suite/selection.h"

#define TACTICAL                                                                                   \
    "r3k2n/6pp/8/3N4/8/8/6PP/B3K2B w - - acd 21; acn 2000000; bm Nc7+; c0 \"fork\"; "              \
    "c1 \"stable 34567\"; c2 \"next Kd2 -35\"; c4 \"game 17 ply 40\"; ce 245; fmvn 21; hmvc 3; "   \
    "id \"17/40\"; pv Nc7+ Kd7 Nxa8;\n"
#define TABLEBASE                                                                                  \
    "8/8/8/8/2k5/8/2p5/2K5 w - - acd 9; acn 200; bm Kxc2; c0 \"pawn ending\"; c1 \"stable 5\"; "   \
    "c3 \"Syzygy draw\"; c4 \"game 2 ply 140\"; ce 0; fmvn 80; hmvc 0; id \"2/140\"; pv Kxc2;\n"
#define MATE                                                                                       \
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - acd 12; acn 200000; bm Ra6; c0 \"mate in two\"; "               \
    "c1 \"stable 900\"; c4 \"game 3 ply 90\"; dm 2; fmvn 60; hmvc 8; id \"3/90\"; "                \
    "pv Ra6 bxa6 b7#;\n"

static SuiteEntry entry_of(const char *line) {
    SuiteEntry entry;
    EpdError error;
    if (entry_read(line, &entry, &error) != EPD_POSITION)
        fail_msg("%s: %s", line, error.message);
    return entry;
}

static void test_entries_are_read_as_written(void **state) {
    (void)state;
    static const char *const LINES[] = {TACTICAL, TABLEBASE, MATE};
    for (size_t i = 0; i < ARRAY_LENGTH(LINES); i++) {
        SuiteEntry entry = entry_of(LINES[i]);
        char *text;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        assert_true(entry_write(stream, &entry));
        fclose(stream);
        assert_string_equal(text, LINES[i]);
        free(text);
    }
}

static void test_entry_fields(void **state) {
    (void)state;
    SuiteEntry entry = entry_of(TACTICAL);
    assert_int_equal(entry.theme, THEME_FORK);
    assert_int_equal(entry.best, move_of(&entry.position, "d5c7"));
    assert_int_equal(entry.next, move_of(&entry.position, "e1d2"));
    assert_int_equal(entry.next_score, -35);
    assert_int_equal(entry.score, 245);
    assert_int_equal(entry.stable, 34567);
    assert_int_equal(entry.nodes, 2000000);
    assert_int_equal(entry.game, 17);
    assert_int_equal(entry.ply, 40);
    assert_int_equal(entry.length, 3);
    assert_int_equal(entry.position.rule50, 3);
    assert_int_equal(entry.position.fullmove, 21);
    entry = entry_of(TABLEBASE);
    assert_true(entry.has_tablebase);
    assert_false(entry.tablebase_win);
    assert_int_equal(entry.next, MOVE_NONE);
    entry = entry_of(MATE);
    assert_int_equal(entry.mate, 2);
    assert_int_equal(entry.score, SCORE_NONE);
}

/* The line with one operation replaced. */
static void check_malformed(const char *before, const char *after) {
    char line[1024];
    const char *at = strstr(TACTICAL, before);
    assert_non_null(at);
    snprintf(line, sizeof line, "%.*s%s%s", (int)(at - TACTICAL), TACTICAL, after,
             at + strlen(before));
    SuiteEntry entry;
    EpdError error = {0};
    if (entry_read(line, &entry, &error) != EPD_MALFORMED)
        fail_msg("%s was read", line);
    assert_true(strlen(error.message) > 0);
}

static void test_bad_entries_are_refused(void **state) {
    (void)state;
    check_malformed("bm Nc7+;", "bm Nc6;");
    check_malformed("bm Nc7+;", "bm Nc7 Nb6;");
    check_malformed("bm Nc7+;", "");
    check_malformed("\"fork\"", "\"spoon\"");
    check_malformed("c1 \"stable 34567\";", "");
    check_malformed("stable 34567", "stable");
    check_malformed("acn 2000000;", "");
    check_malformed("acd 21;", "acd -1;");
    check_malformed("next Kd2", "next Kd5");
    check_malformed("ce 245;", "ce high;");
    check_malformed("ce 245;", "ce 245; dm 0;");
    check_malformed("ce 245;", "ce 245; c3 \"Syzygy loss\";");
    check_malformed("pv Nc7+ Kd7", "pv Nc7+ Kd8 Kd7");
    check_malformed("pv Nc7+ Kd7 Nxa8;", "");
    check_malformed("r3k2n", "r3k2k");
    SuiteEntry entry;
    EpdError error;
    assert_int_equal(entry_read("# games 64\n", &entry, &error), EPD_EMPTY);
}

#define DESCRIPTION "# quorum-suite find as tested"

static void check_file(const char *path, const char *expected) {
    size_t size;
    uint8_t *bytes = read_bytes(path, &size);
    bytes[size] = '\0';
    assert_string_equal((char *)bytes, expected);
    free(bytes);
}

static void test_pool_goes_on_after_the_last_complete_game(void **state) {
    (void)state;
    char path[32], error[256];
    make_temporary(path);
    SuiteEntry tactical = entry_of(TACTICAL), mate = entry_of(MATE);
    Pool pool;
    assert_true(pool_open(&pool, path, DESCRIPTION, error, sizeof error));
    assert_int_equal(pool.games, 0);
    Pool second;
    assert_false(pool_open(&second, path, DESCRIPTION, error, sizeof error));
    assert_non_null(strstr(error, "another process"));
    pool_add(&pool, &tactical);
    assert_true(pool_complete(&pool, POOL_BATCH));
    pool_add(&pool, &mate);
    assert_true(pool_complete(&pool, POOL_BATCH + 6));
    pool_add(&pool, &mate);
    assert_true(pool_close(&pool));

    assert_true(pool_open(&pool, path, DESCRIPTION, error, sizeof error));
    assert_int_equal(pool.games, POOL_BATCH + 6);
    assert_int_equal(pool.found[KIND_TACTICAL], 1);
    assert_int_equal(pool.found[KIND_MATE], 1);
    assert_int_equal(pool.settled[KIND_TACTICAL], 1);
    assert_int_equal(pool.settled[KIND_MATE], 0);
    assert_true(pool_complete(&pool, 2 * POOL_BATCH));
    assert_int_equal(pool.settled[KIND_MATE], 1);
    assert_true(pool_close(&pool));
    check_file(path, DESCRIPTION "\n# games 0\n" TACTICAL "# games 64\n" MATE
                                 "# games 70\n# games 128\n");
    unlink(path);
}

static void test_other_pools_are_refused(void **state) {
    (void)state;
    static const char *const CONTENTS[] = {"# quorum-suite find otherwise\n# games 0\n", "\n",
                                           "text without a line", DESCRIPTION};
    for (size_t i = 0; i < ARRAY_LENGTH(CONTENTS); i++) {
        char path[32], error[256] = "";
        make_temporary(path);
        write_bytes(path, (const uint8_t *)CONTENTS[i], strlen(CONTENTS[i]));
        Pool pool;
        assert_false(pool_open(&pool, path, DESCRIPTION, error, sizeof error));
        assert_non_null(strstr(error, path));
        check_file(path, CONTENTS[i]);
        unlink(path);
    }
}

static void fill_item(Item *item, Theme theme, uint64_t stable, uint64_t game) {
    static const char PATH[] = "a.pool";
    *item = (Item){.path = PATH};
    item->entry.theme = theme;
    item->entry.stable = stable;
    item->entry.game = game;
    item->entry.position.key = game * 1000 + stable + 1;
}

static void test_selection(void **state) {
    (void)state;
    enum { FORKS = 9, ITEMS = FORKS + 5 };
    Item *items = aligned_alloc(_Alignof(Item), ITEMS * sizeof *items);
    for (int i = 0; i < FORKS; i++)
        fill_item(&items[i], THEME_FORK, (uint64_t)(100 - i), (uint64_t)i);
    fill_item(&items[FORKS], THEME_PIN, 7, 20);
    fill_item(&items[FORKS + 1], THEME_PIN, 5, 21);
    fill_item(&items[FORKS + 2], THEME_PIN, 3, 21); /* from the same game */
    fill_item(&items[FORKS + 3], THEME_PIN, 1, 22);
    items[FORKS + 3].entry.position.key = items[0].entry.position.key; /* the same position */
    fill_item(&items[FORKS + 4], THEME_ROOK_ENDING, 1, 23);            /* of another suite */
    Collection collection = {.count = ITEMS, .capacity = ITEMS, .items = items};
    Selection selection;
    assert_true(selection_make(&collection, KIND_TACTICAL, 5, &selection));
    assert_int_equal(selection.available, FORKS + 2);
    assert_int_equal(selection.count, 5);
    static const uint64_t STABLE[] = {92, 96, 100, 5, 7};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(selection.items[i]->entry.theme, i < 3 ? THEME_FORK : THEME_PIN);
        assert_int_equal(selection.items[i]->entry.stable, STABLE[i]);
    }
    selection_free(&selection);
    assert_true(selection_make(&collection, KIND_TACTICAL, 100, &selection));
    assert_int_equal(selection.count, FORKS + 2);
    selection_free(&selection);
    assert_true(selection_make(&collection, KIND_MATE, 100, &selection));
    assert_int_equal(selection.count, 0);
    selection_free(&selection);
    free(items);
}

static void test_shortest_mates(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        int moves; /* 0 for none */
        bool unique;
    } MATES[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, true},
        {"7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2, false},
        {"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1, true},
        {"8/8/8/8/8/5k2/8/R6K b - - 0 1", 0, false},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, true}, /* P. Morphy: Ra6 */
    };
    MatingRules rules = {.nodes = 200000, .bytes = 1 << 20};
    for (size_t i = 0; i < ARRAY_LENGTH(MATES); i++) {
        Position position = position_of(MATES[i].fen);
        Mating mating;
        bool found = mating_find(&position, 4, &rules, &mating);
        assert_int_equal(found, MATES[i].moves > 0);
        if (!found)
            continue;
        assert_int_equal(mating.moves, MATES[i].moves);
        assert_int_equal(mating.length, 2 * mating.moves - 1);
        assert_int_equal(mating.line[0], mating.first);
        assert_int_equal(mating.unique, MATES[i].unique);
    }
    Position morphy = position_of(MATES[4].fen);
    Mating mating;
    assert_true(mating_find(&morphy, 4, &rules, &mating));
    assert_int_equal(mating.first, move_of(&morphy, "a1a6"));
    assert_false(mating_find(&morphy, 1, &rules, &mating));
    rules.nodes = 1;
    assert_false(mating_find(&morphy, 4, &rules, &mating));
}

/* Whatever is chosen is a position of the game, and fit. */
static void check_candidate(const ChainGame *game, Kind kind, uint64_t random) {
    uint64_t again = random;
    Candidate candidate, other;
    bool found = candidate_choose(game, kind, NULL, &random, &candidate);
    assert_int_equal(found, candidate_choose(game, kind, NULL, &again, &other));
    if (!found)
        return;
    assert_int_equal(candidate.ply, other.ply);
    assert_in_range(candidate.ply, 8, game->ply_count - 1);
    Position position = game->start;
    for (int ply = 0; ply < candidate.ply; ply++) {
        Position next;
        position_make(&position, &next, game->moves[ply]);
        position = next;
    }
    assert_int_equal(candidate.position.key, position.key);
    assert_int_equal(candidate.played, game->moves[candidate.ply]);
    assert_false(position_in_check(&position));
    assert_true(movegen_count(&position) > 1);
    assert_true(!position.chess960 || position.castling_rights == 0);
    assert_false(candidate.position.chess960);
    assert_int_equal(candidate.position.rule50, 0);
    int score = abs(game->scores[candidate.ply]);
    Color enemy = color_flip(position_side(&position));
    assert_true(kind != KIND_MATE || bb_several(position.by_color[enemy]));
    assert_true(kind == KIND_MATE || score <= (kind == KIND_POSITIONAL ? 120 : 400));
}

static void test_candidates(void **state) {
    (void)state;
    ChainGame game;
    int found = 0;
    for (uint64_t number = 0; number < 400; number++) {
        random_game(number, &game);
        for (Kind kind = 0; kind < KINDS; kind++) {
            uint64_t random = number;
            Candidate unused;
            found += candidate_choose(&game, kind, NULL, &random, &unused);
            check_candidate(&game, kind, number);
        }
    }
    assert_true(found > 100);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_are_read_as_written),
        cmocka_unit_test(test_entry_fields),
        cmocka_unit_test(test_bad_entries_are_refused),
        cmocka_unit_test(test_pool_goes_on_after_the_last_complete_game),
        cmocka_unit_test(test_other_pools_are_refused),
        cmocka_unit_test(test_selection),
        cmocka_unit_test(test_shortest_mates),
        cmocka_unit_test(test_candidates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
