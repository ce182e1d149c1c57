#include "../chess/support.h"
#include "chess/cycle.h"
#include "nnue/embedded_network.h"
#include "search/reduction.h"
#include "search/root.h"

/* What a worker would play when its search is cut short: the best move of its last whole iteration,
 * or one with a score of the iteration that was cut. */

#ifdef __SANITIZE_ADDRESS__
#define DEEPEST 7
#else
#define DEEPEST 9
#endif

static const char *const FENS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3r1rk1/p3qppp/2bb4/2p5/3p4/1P2P3/PBQN1PPP/2R2RK1 w - - 0 1",
};

/* One worker with all that its search needs. */
typedef struct Bench {
    SearchControl control;
    Game game;
    const PackedNetwork *networks[2];
    HistoryShare histories[2];
    Tunables tunables;
    const _Atomic uint64_t *nodes;
    const _Atomic uint64_t *hits;
    _Atomic PackedBallot ballots[2];
    Worker *worker;
} Bench;

static void start_nothing(void *argument) {
    (void)argument;
}

/* The search of a position by worker 0, the main thread, or by a helper, with a new table and no
 * history, so that the same limits give the same search. */
static Ballot search(const char *fen, int index, int depth, uint64_t nodes, uint64_t *used) {
    static Bench bench;
    memset(&bench, 0, sizeof bench);
    reduction_init();
    cycle_init();
    const Position position = position_of(fen);
    game_begin(&bench.game, &position);
    bench.worker = worker_create(index, -1);
    assert_non_null(bench.worker);
    bench.networks[0] = bench.networks[1] = embedded_network();
    bench.tunables = tunables_default();
    bench.nodes = &bench.worker->nodes;
    bench.hits = &bench.worker->tablebase_hits;
    SearchControl *control = &bench.control;
    control->setup.table = tt_create(1, NULL);
    assert_non_null(control->setup.table);
    tt_new_search(control->setup.table);
    control->node_counters = &bench.nodes;
    control->hit_counters = &bench.hits;
    control->ballots = bench.ballots;
    control->worker_count = 1;
    control->setup.root = &bench.game;
    control->setup.networks = bench.networks;
    control->setup.tunables = &bench.tunables;
    control->setup.histories = bench.histories;
    control->setup.options = search_options_default();
    control->limits.depth = depth;
    control->limits.nodes = nodes;
    control->setup.processors = 1;
    control->main_is_under_way = start_nothing;
    reporter_init(&control->reporter);
    worker_begin(bench.worker, control);
    root_search(bench.worker);
    *used = worker_nodes(bench.worker);
    reporter_destroy(&control->reporter);
    worker_destroy(bench.worker);
    tt_destroy(control->setup.table);
    return ballot_unpack(bench.ballots[index]);
}

static void check_cuts(const char *fen, int index) {
    Ballot whole[DEEPEST + 1];
    uint64_t nodes[DEEPEST + 1];
    for (int depth = 1; depth <= DEEPEST; depth++)
        whole[depth] = search(fen, index, depth, 0, &nodes[depth]);
    for (int depth = 1; depth < DEEPEST; depth++) {
        const uint64_t span = nodes[depth + 1] - nodes[depth];
        for (uint64_t part = 0; part < 12; part++) {
            uint64_t used;
            const Ballot ballot =
                search(fen, index, 0, nodes[depth] + 1 + span * part * part / 160, &used);
            if (ballot.depth > depth) /* it has a score of the iteration that was cut */
                continue;
            assert_int_equal(ballot.depth, depth);
            assert_int_equal(ballot.move, whole[depth].move);
            assert_int_equal(ballot.score, whole[depth].score);
        }
    }
}

static void the_main_thread_plays_no_stale_move(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++)
        check_cuts(FENS[i], 0);
}

static void a_helper_votes_for_no_stale_move(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++)
        check_cuts(FENS[i], 1);
}

/* In these the best move of an iteration is mated by the next, and others are not. */
static void no_proved_loss_is_played_before_all_moves_are_searched(void **state) {
    (void)state;
    static const char *const LOSING[] = {
        "5K1k/8/6P1/1n5N/5pb1/1r1N4/1p1n3b/8 b - - 1 1",
        "k1K5/B2Q2n1/4p3/1N5b/p1B3p1/np6/rp1P2qp/6b1 b - - 1 1",
    };
    for (int i = 0; i < (int)ARRAY_LENGTH(LOSING); i++) {
        for (int index = 0; index < 2; index++) {
            Ballot whole[DEEPEST + 1];
            uint64_t ends[DEEPEST + 1], used;
            for (int depth = 1; depth <= DEEPEST; depth++)
                whole[depth] = search(LOSING[i], index, depth, 0, &ends[depth]);
            for (uint64_t nodes = 300; nodes < 2600; nodes += 11) {
                const Ballot ballot = search(LOSING[i], index, 0, nodes, &used);
                const int depth = ballot.depth;
                assert_true(ballot.score > -SCORE_TABLEBASE_BOUND);
                /* What stands in for the loss claims no more than the best of the whole iteration.
                 */
                if (depth < DEEPEST && ends[depth] < nodes && nodes < ends[depth + 1])
                    assert_true(ballot.score <= whole[depth].score);
            }
        }
    }
}

static void begin_at_first(RootMoves *moves) {
    const Position position = position_of(FENS[0]);
    root_moves_begin(moves, &position, &(SearchLimits){.depth = 1}, &(SyzygyRoot){.count = 0});
}

/* Before an iteration is whole no other move has a score to stand in with. */
static void nothing_stands_in_for_a_loss_at_first(void **state) {
    (void)state;
    static RootMoves moves;
    begin_at_first(&moves);
    root_moves_begin_iteration(&moves);
    const Move lost = moves.list[0].move;
    moves.list[0].score = score_mated_in(2);
    root_moves_avoid_loss(&moves);
    assert_int_equal(moves.list[0].move, lost);
    /* Nor does one that the endgame tables rank lower. */
    for (int i = 0; i < moves.count; i++) {
        moves.list[i].previous_score = 10;
        moves.list[i].rank = i == 0;
    }
    root_moves_avoid_loss(&moves);
    assert_int_equal(moves.list[0].move, lost);
    moves.list[0].rank = 0;
    root_moves_avoid_loss(&moves);
    assert_int_not_equal(moves.list[0].move, lost);
}

/* What was searched as the best stays before others that mate as soon. */
static void lines_that_mate_as_soon_keep_their_order(void **state) {
    (void)state;
    static RootMoves moves;
    begin_at_first(&moves);
    const Score scores[] = {100, score_mate_in(5), score_mate_in(5), score_mate_in(3)};
    const int order[] = {3, 1, 2, 0};
    Move before[4];
    for (int i = 0; i < 4; i++) {
        moves.list[i].score = scores[i];
        before[i] = moves.list[i].move;
    }
    root_moves_sort_by_mate(&moves, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(moves.list[i].move, before[order[i]]);
}

static void root_moves_know_nothing_of_the_search_before(void **state) {
    (void)state;
    static RootMoves moves;
    memset(&moves, 0x55, sizeof moves);
    begin_at_first(&moves);
    assert_int_equal(moves.count, 20);
    for (int i = 0; i < moves.count; i++) {
        const RootMove *root = &moves.list[i];
        assert_int_equal(root->nodes, 0);
        assert_int_equal(root->selective_depth, 0);
        assert_int_equal(root->error, 0);
        assert_int_equal(root->rank, 0);
        assert_false(root->has_score);
    }
}

/* A vote for a move that nobody has searched would be a draw's against a loss that is proved. */
static void a_helper_that_has_searched_nothing_has_no_vote(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        for (uint64_t nodes = 1; nodes < 16; nodes++) {
            uint64_t used;
            assert_int_equal(search(FENS[i], 1, 0, nodes, &used).move, MOVE_NONE);
            assert_int_not_equal(search(FENS[i], 0, 0, nodes, &used).move, MOVE_NONE);
        }
    }
}

static int set_up(void **state) {
    (void)state;
    chess_init();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_main_thread_plays_no_stale_move),
        cmocka_unit_test(a_helper_votes_for_no_stale_move),
        cmocka_unit_test(a_helper_that_has_searched_nothing_has_no_vote),
        cmocka_unit_test(no_proved_loss_is_played_before_all_moves_are_searched),
        cmocka_unit_test(nothing_stands_in_for_a_loss_at_first),
        cmocka_unit_test(lines_that_mate_as_soon_keep_their_order),
        cmocka_unit_test(root_moves_know_nothing_of_the_search_before),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
