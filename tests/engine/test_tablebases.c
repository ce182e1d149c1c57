#include <dirent.h>
#include <signal.h>

#include "../tables/support.h"
#include "engine/engine.h"
#include "search/score.h"

/* Several engines of one process with the endgame tables beside the repository, where they are. */

#define FIVE_MEN          "8/8/4k3/3r4/3P4/1PK5/8/8 w - - 0 1"
#define BISHOP_AND_KNIGHT "1N3k2/8/8/3B4/1K6/8/8/8 w - - 0 1"

typedef struct Result {
    int best_moves;
    Score score;
    uint64_t hits;
} Result;

static void take_best_move(void *context, const BestMoveReport *report) {
    Result *result = context;
    result->best_moves++;
    result->score = report->score;
    result->hits = report->figures.tablebase_hits;
}

static Engine *engine_at(const char *fen, int threads) {
    Engine *engine = engine_create();
    Position position;
    FenError error;
    assert_non_null(engine);
    engine_set_threads(engine, threads);
    assert_true(fen_parse(fen, &position, &error));
    engine_set_root(engine, &position);
    return engine;
}

static void two_engines_share_the_tables(void **state) {
    (void)state;
    static const char *const FENS[] = {FIVE_MEN, BISHOP_AND_KNIGHT};
    Engine *engines[2];
    Result results[2] = {{0}, {0}};
    Reason reason = {""};
    for (int i = 0; i < 2; i++) {
        engines[i] = engine_at(FENS[i], 2);
        assert_true(engine_set_syzygy_path(engines[i], TEST_DATA("syzygy"), &reason));
    }
    assert_ptr_equal(engine_syzygy_tables(engines[0]), engine_syzygy_tables(engines[1]));
    const SearchLimits limits = {.depth = 14};
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2; i++) {
            const ReportSink sink = {.context = &results[i], .best_move = take_best_move};
            engine_go(engines[i], &limits, &sink);
        }
        for (int i = 0; i < 2; i++)
            engine_wait(engines[i]);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(results[i].best_moves, 3);
        assert_true(results[i].hits > 0);
    }
    /* Not in the tables itself: a helper that has not seen the loss yet may win the vote. */
    assert_true(results[0].score < 0);
    assert_true(score_is_decided(results[1].score));
    assert_true(results[1].score > 0);
    /* Another path has to wait until nobody uses this one; a refusal leaves none. */
    assert_false(engine_set_syzygy_path(engines[1], "/no/such/folder", &reason));
    assert_non_null(strstr(reason.text, "another engine"));
    assert_null(engine_syzygy_tables(engines[1]));
    engine_destroy(engines[0]);
    assert_false(engine_set_syzygy_path(engines[1], "/no/such/folder", &reason));
    assert_non_null(strstr(reason.text, "No such file"));
    engine_destroy(engines[1]);
}

/* Copies what tells a win into a folder, or removes it there. */
static void visit_tables(const char *folder, bool copies) {
    static char bytes[1 << 20];
    DIR *tables = opendir(TEST_DATA("syzygy"));
    assert_non_null(tables);
    for (const struct dirent *entry; (entry = readdir(tables));) {
        if (!strstr(entry->d_name, ".rtbw"))
            continue;
        if (!copies) {
            remove_file(folder, entry->d_name);
            continue;
        }
        char path[LINE_SIZE];
        snprintf(path, sizeof path, "%s/%s", TEST_DATA("syzygy"), entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        const size_t size = fread(bytes, 1, sizeof bytes, file);
        assert_int_equal(fclose(file), 0);
        write_file(folder, entry->d_name, bytes, size);
    }
    closedir(tables);
}

static void cut_tables(const char *folder) {
    DIR *tables = opendir(folder);
    assert_non_null(tables);
    for (const struct dirent *entry; (entry = readdir(tables));) {
        char path[LINE_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strstr(entry->d_name, ".rtbw"))
            assert_int_equal(truncate(path, 0), 0);
    }
    closedir(tables);
}

/* A program may block all signals, so that one thread of its own has them; the engine's threads and
 * those that search for it meet tables that were cut all the same. */
static void tables_are_cut_where_signals_are_blocked(void **state) {
    (void)state;
    sigset_t all, before, after;
    sigfillset(&all);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &all, &before), 0);
    for (int threads = 1; threads <= 2; threads++) {
        char folder[64];
        Reason reason = {""};
        make_folder(folder);
        visit_tables(folder, true);
        Engine *engine = engine_at(FIVE_MEN, threads);
        if (!engine_set_syzygy_path(engine, folder, &reason))
            fail_msg("%s", reason.text);
        cut_tables(folder);
        const SearchLimits limits = {.depth = 8};
        if (threads == 1)
            engine_find(engine, limits);
        else
            engine_go(engine, &limits, NULL);
        engine_wait(engine);
        assert_true(syzygy_take_failure());
        engine_destroy(engine);
        visit_tables(folder, false);
        assert_int_equal(rmdir(folder), 0);
    }
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, &after), 0);
    static const int SIGNALS[] = {SIGBUS, SIGSEGV, SIGABRT, SIGALRM};
    for (size_t i = 0; i < ARRAY_LENGTH(SIGNALS); i++)
        assert_int_equal(sigismember(&after, SIGNALS[i]), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        /* First: cmocka takes these signals for each test, the engine once. */
        cmocka_unit_test(tables_are_cut_where_signals_are_blocked),
        cmocka_unit_test(two_engines_share_the_tables),
    };
    if (!test_data_is_there(TEST_DATA("syzygy/KQvK.rtbw")) || !syzygy_is_available()) {
        puts("skipped: no syzygy/ in QUORUM_TEST_DATA, or built without Fathom");
        return SKIPPED;
    }
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
