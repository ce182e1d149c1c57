#include "search/refutation.h"

#include "../chess/support.h"

typedef struct Fixture {
    Game game;
    SearchControl control;
    Move best;
} Fixture;

static Fixture fixture;

static void play(const char *fen, const char *best) {
    Position position = position_of(fen);
    game_begin(&fixture.game, &position);
    fixture.control.setup.root = &fixture.game;
    fixture.best = move_of(&position, best);
}

static void store(uint64_t key, Move move) {
    TableEntry entry = {.move = move, .depth = 4, .bound = BOUND_EXACT};
    tt_store(fixture.control.setup.table, key, 1, &entry);
}

static Position after_best(void) {
    Position next;
    position_make(&fixture.game.position, &next, fixture.best);
    return next;
}

static Move expected(void) {
    const ReportLine line = {.length = 1, .moves = &fixture.best};
    return refutation_expected(&fixture.control, &line);
}

static int setup(void **state) {
    (void)state;
    fixture.control.setup.table = tt_create(1, NULL);
    assert_non_null(fixture.control.setup.table);
    play(FEN_START, "e2e4");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    tt_destroy(fixture.control.setup.table);
    return 0;
}

static void it_is_the_second_move_of_the_line(void **state) {
    (void)state;
    Position next = after_best();
    store(next.key, move_of(&next, "e7e5"));
    Move moves[2] = {fixture.best, move_of(&next, "c7c5")};
    const ReportLine line = {.length = 2, .moves = moves};
    assert_int_equal(refutation_expected(&fixture.control, &line), moves[1]);
}

static void a_line_of_one_move_asks_the_table(void **state) {
    (void)state;
    assert_int_equal(expected(), MOVE_NONE);
    Position next = after_best();
    store(next.key, move_of(&next, "e7e5"));
    assert_int_equal(expected(), move_of(&next, "e7e5"));
}

/* As it is when threads have torn an entry, or two positions have the same key. */
static void an_illegal_move_of_the_table_is_none(void **state) {
    (void)state;
    Position next = after_best();
    store(next.key, move_of(&fixture.game.position, "d2d4"));
    assert_int_equal(expected(), MOVE_NONE);
}

static void after_the_end_of_the_game_there_is_none(void **state) {
    (void)state;
    play("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8");
    Position next = after_best();
    assert_int_equal(movegen_count(&next), 0);
    store(next.key, move_of(&fixture.game.position, "a1a7"));
    assert_int_equal(expected(), MOVE_NONE);
}

static void without_a_move_there_is_none(void **state) {
    (void)state;
    const ReportLine line = {.length = 0};
    assert_int_equal(refutation_expected(&fixture.control, &line), MOVE_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_is_the_second_move_of_the_line, setup, teardown),
        cmocka_unit_test_setup_teardown(a_line_of_one_move_asks_the_table, setup, teardown),
        cmocka_unit_test_setup_teardown(an_illegal_move_of_the_table_is_none, setup, teardown),
        cmocka_unit_test_setup_teardown(after_the_end_of_the_game_there_is_none, setup, teardown),
        cmocka_unit_test_setup_teardown(without_a_move_there_is_none, setup, teardown),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
