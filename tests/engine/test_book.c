#include "../tables/support.h"
#include "engine/engine.h"

/* Engines with an opening book. */

typedef struct Result {
    int best_moves;
    Move best;
} Result;

static void take_best_move(void *context, const BestMoveReport *report) {
    Result *result = context;
    result->best_moves++;
    result->best = report->best;
}

static Engine *engine_at_start(void) {
    Engine *engine = engine_create();
    assert_non_null(engine);
    return engine;
}

/* A book of one entry: the key of the start position, h2h4, weight 1. */
static const unsigned char BOOK[16] = {0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C,
                                       0x03, 0xDF, 0x00, 0x01, 0,    0,    0,    0};

static Result think(Engine *engine, const SearchLimits *limits) {
    Result result = {0};
    const ReportSink sink = {.context = &result, .best_move = take_best_move};
    engine_go(engine, limits, &sink);
    engine_wait(engine);
    assert_int_equal(result.best_moves, 1);
    const Result gone = result;
    result = (Result){0};
    engine_think(engine, limits, &sink);
    assert_int_equal(result.best_moves, 1);
    assert_int_equal(result.best, gone.best);
    return result;
}

static void the_book_answers_in_place_of_a_search(void **state) {
    (void)state;
    char folder[64], path[128];
    Reason reason = {""};
    make_folder(folder);
    write_file(folder, "book.bin", BOOK, sizeof BOOK);
    snprintf(path, sizeof path, "%s/book.bin", folder);
    Engine *engine = engine_at_start();
    const Move book_move = move_of(engine_position(engine), "h2h4");
    const SearchLimits limits = {.depth = 1};
    assert_true(engine_set_book(engine, path, &reason));
    assert_int_equal(engine_book_size(engine), 1);
    assert_int_not_equal(think(engine, &limits).best, book_move);
    engine_set_own_book(engine, true);
    assert_int_equal(think(engine, &limits).best, book_move);
    const SearchLimits analysis = {.depth = 1, .analyse = true};
    assert_int_not_equal(think(engine, &analysis).best, book_move);
    assert_false(engine_set_book(engine, folder, &reason));
    assert_int_equal(engine_book_size(engine), 0);
    assert_int_not_equal(think(engine, &limits).best, book_move);
    engine_destroy(engine);
    remove_file(folder, "book.bin");
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_book_answers_in_place_of_a_search),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
