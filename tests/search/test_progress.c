#include <stdlib.h>

#include "../chess/support.h"
#include "search/progress.h"
#include "search/tunables.h"

static SearchControl control;
static Worker *worker;
static Progress progress;

static int set_up(void **state) {
    (void)state;
    worker = worker_create(0, -1);
    assert_non_null(worker);
    worker->control = &control;
    control.last_score = SCORE_NONE;
    progress = (Progress){0};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    worker_destroy(worker);
    return 0;
}

/* An iteration that found this. */
static TimeSigns iterate(Move best, Score score, int changes) {
    worker->root_depth++;
    worker->best_changes = changes;
    worker->root_moves.list[0].move = best;
    worker->root_moves.list[0].score = score;
    progress_note(&progress, worker);
    return progress_signs(&progress, worker);
}

/* The first iterations are over in no time, whatever they keep. */
static void a_move_is_settled_by_deep_iterations(void **state) {
    (void)state;
    const Move first = move_make(E2, E4), other = move_make(D2, D4);
    for (int depth = 1; depth <= TIME_SIGNS_DEPTH; depth++)
        assert_int_equal(iterate(first, 20, 0).stability, 0);
    for (int count = 1; count <= 5; count++)
        assert_int_equal(iterate(first, 20, 0).stability, count);
    assert_int_equal(iterate(other, 20, 1).stability, 0);
    assert_int_equal(iterate(other, 20, 0).stability, 1);
}

static void changes_fade(void **state) {
    (void)state;
    const Move first = move_make(E2, E4), other = move_make(D2, D4);
    assert_int_equal(iterate(first, 0, 0).changes, 0);
    assert_int_equal(iterate(other, 0, 2).changes, 2000);
    assert_int_equal(iterate(other, 0, 0).changes, 1000);
    assert_int_equal(iterate(first, 0, 1).changes, 1500);
    for (int i = 0; i < 20; i++)
        iterate(first, 0, 0);
    assert_int_equal(progress.changes, 0);
}

static void a_fall_is_seen_from_iterations_before(void **state) {
    (void)state;
    const Move move = move_make(E2, E4);
    static const Score SCORES[] = {100, 90, 60, 50, 40};
    static const int FALLS[] = {0, 0, 0, 0, 95 - 40};
    for (int i = 0; i < 5; i++) {
        const TimeSigns signs = iterate(move, SCORES[i], 0);
        assert_int_equal(signs.fall_lately, FALLS[i]);
        assert_int_equal(signs.fall, FALLS[i]); /* nothing is known of another search */
    }
    assert_int_equal(iterate(move, 80, 0).fall_lately, 75 - 80);
}

static void a_fall_is_seen_from_the_last_move(void **state) {
    (void)state;
    control.last_score = 70;
    assert_int_equal(iterate(move_make(E2, E4), 45, 0).fall, 25);
    assert_int_equal(iterate(move_make(E2, E4), 95, 0).fall, -25);
}

/* The score of the last move was the tables', so this one's has to be. */
static void a_known_ending_does_not_fall(void **state) {
    (void)state;
    RootMove *best = &worker->root_moves.list[0];
    best->has_score = true;
    best->tablebase_score = control.last_score = SCORE_TABLEBASE_BOUND + 10;
    assert_int_equal(iterate(move_make(E2, E4), 700, 0).fall, 0);
}

static void effort_is_the_share_of_the_best_move(void **state) {
    (void)state;
    assert_int_equal(iterate(move_make(E2, E4), 0, 0).effort, 0);
    atomic_store(&worker->nodes, 5000);
    worker->root_moves.list[0].nodes = 3000;
    assert_int_equal(iterate(move_make(E2, E4), 0, 0).effort, 600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_move_is_settled_by_deep_iterations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changes_fade, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fall_is_seen_from_iterations_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fall_is_seen_from_the_last_move, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_known_ending_does_not_fall, set_up, tear_down),
        cmocka_unit_test_setup_teardown(effort_is_the_share_of_the_best_move, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
