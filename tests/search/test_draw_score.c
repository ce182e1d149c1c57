#include <limits.h>
#include <stdlib.h>

#include "../chess/support.h"
#include "chess/cycle.h"
#include "search/node.h"
#include "search/root_moves.h"
#include "search/worker.h"

static void draws_are_worth_more_and_less_by_turns(void **state) {
    (void)state;
    Worker *worker = worker_create(0, -1);
    assert_non_null(worker);
    int sum = 0;
    for (int node = 0; node < 8; node++) {
        const Score score = worker_draw_score(worker);
        assert_int_equal(abs(score - SCORE_DRAW), 1);
        sum += score - SCORE_DRAW;
        worker_count_node(worker);
    }
    assert_int_equal(sum, 0);
    worker_destroy(worker);
}

/* Plays a move from ply to the next, without the table and histories that worker_make() wants. */
static void play(Worker *worker, int ply, const char *text) {
    const Position *position = &worker->positions[ply];
    position_make(position, &worker->positions[ply + 1], move_of(position, text));
    key_trail_push(&worker->trail, worker->positions[ply + 1].key);
}

/* Whoever can repeat a position has a draw, which cuts the node at any node count: -1 would say
 * that it was not as good as a beta of 0. */
static void a_coming_repetition_is_a_draw(void **state) {
    (void)state;
    static const char *const MOVES[] = {"a2a3", "e6e5", "e2d2", "e5f5", "d2e2"};
    SearchControl control = {0};
    Worker *worker = worker_create(0, -1);
    assert_non_null(worker);
    worker->control = &control;
    worker->node_limit = UINT64_MAX;
    worker->poll_countdown = INT_MAX;
    worker->positions[0] = position_of("8/8/4k3/8/8/4K3/P3R3/7r w - - 0 1");
    key_trail_push(&worker->trail, worker->positions[0].key);
    int ply = 0;
    for (; ply < (int)ARRAY_LENGTH(MOVES); ply++)
        play(worker, ply, MOVES[ply]);
    for (int node = 0; node < 4; node++) {
        assert_int_equal(node_search_zero_window(worker, ply, 5, SCORE_DRAW, true), SCORE_DRAW);
        worker_count_node(worker);
    }
    worker_destroy(worker);
}

static Score reported(Score score, Score error) {
    const RootMove root = {.score = score, .previous_score = -SCORE_INFINITE, .error = error};
    return root_move_reported_score(&root);
}

static void a_draw_is_said_to_be_one(void **state) {
    (void)state;
    for (Score error = -40; error <= 40; error += 20) {
        for (Score score = SCORE_DRAW - 1; score <= SCORE_DRAW + 1; score++)
            assert_int_equal(reported(score + error, error), SCORE_DRAW);
        assert_int_equal(reported(SCORE_DRAW + 2 + error, error), SCORE_DRAW + 2);
        assert_int_equal(reported(SCORE_DRAW - 2 + error, error), SCORE_DRAW - 2);
    }
}

/* Where the tables have not looked at the 50-move rule, a draw that the search sees may be one. */
static void a_win_that_may_be_spoilt_is_told_if_the_search_sees_it(void **state) {
    (void)state;
    const Score win = SCORE_TABLEBASE - 1;
    const struct {
        bool may_be_spoilt;
        Score table, searched, told;
    } cases[] = {
        {true, win, SCORE_DRAW + 1, SCORE_DRAW},
        {true, win, -50, -50},
        {true, win, 50, win},
        {true, win, win - 6, win},
        {true, win, -SCORE_INFINITE, win},
        {true, win, score_mate_in(5), score_mate_in(5)},
        {true, -win, SCORE_DRAW, SCORE_DRAW},
        {true, -win, 50, 50},
        {true, -win, -50, -win},
        {true, SCORE_DRAW, 50, SCORE_DRAW},
        {false, win, SCORE_DRAW, win},
    };
    for (int i = 0; i < (int)ARRAY_LENGTH(cases); i++) {
        for (int fresh = 0; fresh < 2; fresh++) {
            const RootMove root = {
                .has_score = true,
                .may_be_spoilt = cases[i].may_be_spoilt,
                .tablebase_score = cases[i].table,
                .score = fresh ? cases[i].searched : -SCORE_INFINITE,
                .previous_score = fresh ? -SCORE_INFINITE : cases[i].searched,
                .bound = BOUND_LOWER,
                .previous_bound = BOUND_LOWER,
            };
            assert_int_equal(root_move_reported_score(&root), cases[i].told);
            assert_int_equal(root_move_reported_bound(&root),
                             cases[i].told == cases[i].table ? BOUND_EXACT : BOUND_LOWER);
        }
    }
}

int main(void) {
    chess_init();
    cycle_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_worth_more_and_less_by_turns),
        cmocka_unit_test(a_coming_repetition_is_a_draw),
        cmocka_unit_test(a_draw_is_said_to_be_one),
        cmocka_unit_test(a_win_that_may_be_spoilt_is_told_if_the_search_sees_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
