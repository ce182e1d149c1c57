#include <math.h>

#include "../rounds.h"
#include "support.h"

/* What one thread searches is the same each time. */

static const char *const FENS[] = {FEN_START, MIDDLEGAME_FEN, TACTICAL_FEN, ENDGAME_FEN};

static void one_thread_always_searches_the_same(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4), *other = new_engine(1, 4);
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        const SearchLimits limits[] = {to_depth(8), {.nodes = 12345}};
        for (int n = 0; n < 2; n++) {
            uint64_t nodes[4];
            Move moves[4];
            for (int run = 0; run < 4; run++) {
                Recorder *used = run == 3 ? other : recorder;
                engine_new_game(used->engine);
                set_position(used, FENS[i]);
                if (run % 2)
                    search(used, limits[n]);
                else
                    think(used, limits[n]);
                nodes[run] = used->best.figures.nodes;
                moves[run] = used->best.best;
                assert_int_equal(engine_nodes(used->engine), nodes[run]);
                assert_int_equal(nodes[run], nodes[0]);
                assert_int_equal(moves[run], moves[0]);
            }
        }
    }
    end_engine(other);
    end_engine(recorder);
}

static void node_limits_are_exact_with_one_thread(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    uint64_t seed = 1;
    for (int i = 0; i < ROUNDS(400); i++) {
        set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
        if (i % 7 == 0)
            engine_new_game(recorder->engine);
        const uint64_t nodes =
            i < 40 ? (uint64_t)i / 4 + 1 : 1 + (uint64_t)random_below(&seed, 1 << (i % 15));
        const SearchLimits limits = {.nodes = nodes};
        if (i % 2)
            search(recorder, limits);
        else
            think(recorder, limits);
        assert_int_equal(recorder->best.figures.nodes, nodes);
        assert_int_equal(engine_nodes(recorder->engine), nodes);
    }
    end_engine(recorder);
}

/* A position after so many random moves. */
static Position wander(int plies, uint64_t *seed) {
    Position position = position_of(FEN_START);
    for (int ply = 0; ply < plies; ply++) {
        const MoveList list = moves_of(&position);
        if (list.count == 0)
            break;
        Position next;
        position_make(&position, &next, list.moves[random_below(seed, list.count)]);
        position = next;
    }
    return position;
}

/* What a search from nothing expects of a position. */
static double expectation_of(Recorder *recorder, const Position *position, SearchLimits limits) {
    char fen[FEN_SIZE];
    fen_format(position, fen);
    engine_new_game(recorder->engine);
    set_position(recorder, fen);
    think(recorder, limits);
    return 1 / (1 + exp(-recorder->lines[0].score / 200.0));
}

static void late_moves_make_few_nodes_say_more(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    uint64_t seed = 3;
    double pruned_error = 0, kept_error = 0;
    for (int i = 0; i < ROUNDS(150); i++) {
        const Position position = wander(6 + i % 8, &seed);
        const double deep = expectation_of(recorder, &position, to_depth(10));
        SearchLimits limits = to_depth(4);
        const double pruned = expectation_of(recorder, &position, limits);
        limits.keeps_late_moves = true;
        const double kept = expectation_of(recorder, &position, limits);
        pruned_error += (pruned - deep) * (pruned - deep);
        kept_error += (kept - deep) * (kept - deep);
    }
    print_message("error %.4f with late move pruning, %.4f without\n", pruned_error, kept_error);
    assert_true(kept_error < 0.8 * pruned_error);
    end_engine(recorder);
}

/* The nodes of a search: fewer where an earlier one is remembered. */
static uint64_t nodes_to_depth_9(Recorder *recorder) {
    search(recorder, to_depth(9));
    return recorder->best.figures.nodes;
}

static void a_new_game_forgets(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    set_position(recorder, TACTICAL_FEN);
    const uint64_t fresh = nodes_to_depth_9(recorder);
    assert_int_not_equal(nodes_to_depth_9(recorder), fresh); /* the table remembers */
    engine_clear_hash(recorder->engine);
    assert_int_not_equal(nodes_to_depth_9(recorder), fresh); /* the histories do */
    engine_new_game(recorder->engine);
    assert_int_equal(nodes_to_depth_9(recorder), fresh);
    end_engine(recorder);
}

/* The other rule, and another path, here to no tables at all; the same again forgets nothing. */
static void what_other_endgame_tables_said_is_forgotten(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    set_position(recorder, ENDGAME_FEN);
    const uint64_t fresh = nodes_to_depth_9(recorder);
    for (int i = 0; i < 4; i++) {
        assert_true(nodes_to_depth_9(recorder) < fresh);
        Reason reason;
        if (i < 2)
            engine_set_option(recorder->engine, SEARCH_TABLEBASE_RULE50, 0);
        else
            assert_false(engine_set_syzygy_path(recorder->engine, "/no/such/folder", &reason));
        if (i % 2 == 0)
            assert_int_equal(nodes_to_depth_9(recorder), fresh);
    }
    assert_true(nodes_to_depth_9(recorder) < fresh);
    end_engine(recorder);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_always_searches_the_same),
        cmocka_unit_test(node_limits_are_exact_with_one_thread),
        cmocka_unit_test(late_moves_make_few_nodes_say_more),
        cmocka_unit_test(a_new_game_forgets),
        cmocka_unit_test(what_other_endgame_tables_said_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
