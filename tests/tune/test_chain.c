/* Files of games: what is written is read, whole and continued. */

#include "support.h"

#include <errno.h>

#include "base/clock.h"

#define GAMES 4000

static char path[32];

static int set_up(void **state) {
    (void)state;
    chess_init();
    make_temporary(path);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

/* The file holds the random games from 0 to count - 1, undamaged. */
static void assert_games(uint64_t count) {
    Reason error = {""};
    ChainReader *reader = chain_reader_open(path, &error);
    if (!reader)
        fail_msg("%s", error.text);
    ChainGame game, expected;
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(chain_reader_next(reader, &game), CHAIN_GAME);
        random_game(i, &expected);
        assert_same_game(&expected, &game);
        assert_int_equal(chain_reader_origin(reader).network_id, ORIGIN.network_id);
        assert_int_equal(chain_reader_origin(reader).nodes, ORIGIN.nodes);
    }
    assert_int_equal(chain_reader_next(reader, &game), CHAIN_END);
    assert_int_equal(chain_reader_next(reader, &game), CHAIN_END);
    chain_reader_close(reader);
}

static void test_round_trip(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    add_games(writer, 0, GAMES);
    assert_true(chain_writer_close(writer));
    assert_games(GAMES);
}

static void test_survey(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    assert_true(chain_writer_describe(writer, "what made it"));
    add_games(writer, 0, 1500);
    assert_true(chain_writer_close(writer));
    uint64_t plies = 0;
    for (uint64_t i = 0; i < 1500; i++) {
        ChainGame game;
        random_game(i, &game);
        plies += (uint64_t)game.ply_count;
    }
    ChainSurvey survey;
    Reason error;
    assert_true(chain_survey(path, &survey, &error));
    assert_string_equal(survey.description, "what made it");
    assert_int_equal(survey.games, 1500);
    assert_int_equal(survey.plies, plies);
    assert_true(survey.kept > plies / 10 && survey.kept < plies);
    assert_true(survey.blocks > 1);
    assert_int_equal(survey.damages, 0);
    size_t size;
    free(read_bytes(path, &size));
    assert_int_equal(survey.intact_end, size);
}

static void test_long_description_is_cut(void **state) {
    (void)state;
    char text[2 * CHAIN_DESCRIPTION_SIZE];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    ChainWriter *writer = open_writer(path);
    assert_true(chain_writer_describe(writer, text));
    assert_true(chain_writer_close(writer));
    Reason error;
    ChainSurvey survey;
    assert_true(chain_survey(path, &survey, &error));
    assert_int_equal(strlen(survey.description), CHAIN_DESCRIPTION_SIZE - 1);
}

static void test_append(void **state) {
    (void)state;
    uint64_t done = 0;
    unlink(path);
    for (int part = 0; part < 5; part++) {
        ChainSurvey held;
        Reason error;
        ChainWriter *writer = chain_writer_open(path, &ORIGIN, &held, &error);
        assert_int_equal(held.games, done);
        add_games(writer, done, (uint64_t)part * 100);
        done += (uint64_t)part * 100;
        assert_true(chain_writer_close(writer));
        assert_games(done);
    }
}

static void test_flush_makes_a_block(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    add_games(writer, 0, 3);
    assert_int_equal(chain_writer_pending(writer), 3);
    assert_games(0);
    assert_true(chain_writer_flush(writer));
    assert_int_equal(chain_writer_pending(writer), 0);
    assert_games(3);
    add_games(writer, 3, 2);
    assert_true(chain_writer_close(writer));
    assert_games(5);
}

/* The block that follows a flush, or one that was full, is as old as its own first game. */
static void test_age_of_a_block(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    assert_true(chain_writer_begun_us(writer) == INT64_MAX);
    uint64_t games = 0;
    for (int block = 0; block < 3; block++) {
        const int64_t before = clock_now_us();
        add_games(writer, games++, 1);
        const int64_t begun = chain_writer_begun_us(writer);
        assert_true(begun >= before && begun <= clock_now_us());
        while (clock_now_us() == begun)
            continue;
        add_games(writer, games++, 1);
        assert_true(chain_writer_begun_us(writer) == begun);
        if (block == 0)
            assert_true(chain_writer_flush(writer));
        while (chain_writer_pending(writer) > 0)
            add_games(writer, games++, 1);
        assert_true(chain_writer_begun_us(writer) == INT64_MAX);
    }
    assert_true(chain_writer_close(writer));
    assert_games(games);
}

static void test_origins(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    for (uint32_t i = 0; i < 6; i++) {
        ChainOrigin origin = {.network_id = i / 2, .nodes = 100};
        assert_true(chain_writer_set_origin(writer, &origin));
        add_games(writer, i, 1);
    }
    assert_true(chain_writer_close(writer));
    Reason error;
    ChainReader *reader = chain_reader_open(path, &error);
    assert_non_null(reader);
    for (uint32_t i = 0; i < 6; i++) {
        ChainGame game;
        assert_int_equal(chain_reader_next(reader, &game), CHAIN_GAME);
        assert_int_equal(chain_reader_origin(reader).network_id, i / 2);
    }
    chain_reader_close(reader);
    ChainSurvey survey;
    assert_true(chain_survey(path, &survey, &error));
    assert_int_equal(survey.blocks, 3);
}

static void test_bad_games_are_refused(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    ChainGame game;
    random_game(0, &game);
    int plies = game.ply_count;
    assert_true(plies > 1);
    Move good = game.moves[1];
    game.moves[1] = MOVE_NONE;
    assert_false(chain_writer_add(writer, &game));
    assert_int_equal(errno, EINVAL);
    game.moves[1] = good;
    game.ply_count = CHAIN_MAX_PLIES + 1;
    assert_false(chain_writer_add(writer, &game));
    game.ply_count = -1;
    assert_false(chain_writer_add(writer, &game));
    game.ply_count = plies;
    game.result = (GameResult)3;
    assert_false(chain_writer_add(writer, &game));
    assert_int_equal(chain_writer_pending(writer), 0);
    add_games(writer, 0, 1);
    assert_true(chain_writer_close(writer));
    assert_games(1);
}

static void assert_open_fails(const char *reason) {
    Reason error = {""};
    ChainSurvey held;
    assert_null(chain_writer_open(path, &ORIGIN, &held, &error));
    assert_non_null(strstr(error.text, reason));
}

static void test_one_writer_at_a_time(void **state) {
    (void)state;
    ChainWriter *writer = open_writer(path);
    add_games(writer, 0, 10);
    assert_true(chain_writer_flush(writer));
    assert_open_fails("another program");
    assert_true(chain_writer_close(writer));
    assert_games(10);
}

static void test_foreign_files_are_left_alone(void **state) {
    (void)state;
    static const char TEXT[] = "A letter to somebody, not a file of games. It is long enough to be "
                               "mistaken for neither an empty file nor the beginning of one.";
    write_bytes(path, (const uint8_t *)TEXT, sizeof TEXT);
    Reason error = {""};
    assert_null(chain_reader_open(path, &error));
    assert_non_null(strstr(error.text, "is not a file of games"));
    assert_open_fails("is not a file of games");
    size_t size;
    uint8_t *bytes = read_bytes(path, &size);
    assert_int_equal(size, sizeof TEXT);
    assert_memory_equal(bytes, TEXT, size);
    free(bytes);
}

static void test_unreadable_files(void **state) {
    (void)state;
    Reason error = {""};
    assert_null(chain_reader_open("no/such/file", &error));
    assert_non_null(strstr(error.text, "No such file"));
    assert_null(chain_reader_open(".", &error));
    ChainSurvey held;
    assert_null(chain_writer_open(".", &ORIGIN, &held, &error));
    write_bytes(path, (const uint8_t *)"", 0);
    assert_null(chain_reader_open(path, &error));
    assert_non_null(strstr(error.text, "is empty"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_survey, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_description_is_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_append, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_flush_makes_a_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_age_of_a_block, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_origins, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_games_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_writer_at_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_foreign_files_are_left_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unreadable_files, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
