#include <stdlib.h>

#include "../chess/support.h"
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

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_worth_more_and_less_by_turns),
        cmocka_unit_test(a_draw_is_said_to_be_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
