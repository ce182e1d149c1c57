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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_engines_share_the_tables),
    };
    if (!test_data_is_there(TEST_DATA("syzygy/KQvK.rtbw")) || !syzygy_is_available()) {
        puts("skipped: no syzygy/ in QUORUM_TEST_DATA, or built without Fathom");
        return SKIPPED;
    }
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
