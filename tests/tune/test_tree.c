/* Which nodes of search trees are written, and how. */

#include "support.h"

#include "base/random.h"
#include "chain/filter.h"
#include "datagen/tree.h"
#include "play/play.h"

static void note_node(const NodeObserver *observer, const Position *position, Score score,
                      Bound bound, Move best) {
    observer->note(observer->context, &(NodeReport){position, score, bound, 5, best});
}

/* Those that a static evaluation can judge, with a quiet move. */
static void keeps_what_can_be_judged(void **state) {
    (void)state;
    const Position start = position_of(FEN_START);
    const Position check = position_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    const Position takes = position_of("7k/8/8/8/8/8/4r3/K3R3 b - - 0 1");
    TreeSample sample;
    const NodeObserver observer = tree_begin(&sample, 4, 1, 1);
    note_node(&observer, &start, 0, BOUND_UPPER, MOVE_NONE);
    note_node(&observer, &check, 0, BOUND_UPPER, MOVE_NONE);
    note_node(&observer, &takes, 0, BOUND_LOWER, move_of(&takes, "e2e1"));
    note_node(&observer, &start, score_mate_in(9), BOUND_LOWER, MOVE_NONE);
    note_node(&observer, &start, -30, BOUND_LOWER, move_of(&start, "e2e4"));
    assert_int_equal(sample.count, 2);
    assert_true(filter_keeps(&start, sample.nodes[0].move, 0));
    ChainGame game;
    tree_game(&sample.nodes[1], &game);
    assert_int_equal(game.ply_count, 1);
    assert_int_equal(game.moves[0], move_of(&start, "e2e4"));
    assert_in_range(-game.scores[0], 20, 40);
    assert_int_equal(game.result, GAME_WHITE_WINS);
    tree_game(&sample.nodes[0], &game);
    assert_int_equal(game.result, GAME_BLACK_WINS);
    game.scores[0] = 17;
    tree_complete(&sample, &game);
    assert_int_equal(sample.count, 4);
    assert_int_equal(sample.nodes[3].score, 17);
    assert_int_equal(sample.nodes[3].bound, BOUND_EXACT);
}

/* What endgame tables say is won is learnt with the score that games have for it, mates are not. */
static void learns_what_tables_say(void **state) {
    (void)state;
    const Position start = position_of(FEN_START);
    TreeSample sample;
    const NodeObserver observer = tree_begin(&sample, 4, 1, 1);
    note_node(&observer, &start, SCORE_TABLEBASE, BOUND_LOWER, MOVE_NONE);
    note_node(&observer, &start, -SCORE_TABLEBASE_BOUND, BOUND_UPPER, MOVE_NONE);
    note_node(&observer, &start, score_mated_in(4), BOUND_UPPER, MOVE_NONE);
    assert_int_equal(sample.count, 2);
    assert_int_equal(sample.nodes[0].score, play_lesson(&start, SCORE_TABLEBASE));
    assert_int_equal(sample.nodes[1].score, -sample.nodes[0].score);
    assert_in_range(sample.nodes[0].score, 1000, FILTER_DECIDED - 1);
}

/* An emptied sample is as one that has seen nothing. */
static void forgets_what_was_dropped(void **state) {
    (void)state;
    enum { NODES = 50 };
    Position position = position_of(FEN_START);
    TreeSample sample;
    const NodeObserver observer = tree_begin(&sample, 2, 1, 1);
    for (int i = 0; i < NODES; i++)
        note_node(&observer, &position, 0, BOUND_EXACT, MOVE_NONE);
    tree_empty(&sample);
    position.rule50 = 1;
    for (int i = 0; i < 2; i++)
        note_node(&observer, &position, 0, BOUND_EXACT, MOVE_NONE);
    assert_int_equal(sample.seen, 2);
    assert_int_equal(sample.count, 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(sample.nodes[i].position.rule50, 1);
}

/* Each of so many nodes has the same chance. */
static void draws_evenly(void **state) {
    (void)state;
    enum { NODES = 40, WANTED = 8, DRAWS = 5000 };
    Position position = position_of(FEN_START);
    int drawn[NODES] = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        TreeSample sample;
        const NodeObserver observer =
            tree_begin(&sample, WANTED, 1, random_sequence(1, (uint64_t)draw));
        for (int i = 0; i < NODES; i++) {
            position.rule50 = i; /* tells them apart */
            note_node(&observer, &position, 0, BOUND_EXACT, MOVE_NONE);
        }
        assert_int_equal(sample.count, WANTED);
        for (int i = 0; i < WANTED; i++)
            drawn[sample.nodes[i].position.rule50]++;
    }
    for (int i = 0; i < NODES; i++) /* 1000 expected, within 5 standard deviations */
        assert_in_range(drawn[i], 1000 - 145, 1000 + 145);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_can_be_judged),
        cmocka_unit_test(learns_what_tables_say),
        cmocka_unit_test(forgets_what_was_dropped),
        cmocka_unit_test(draws_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
