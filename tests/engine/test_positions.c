#include "support.h"

/* What the engine makes of positions whose truth is known. */

static Recorder *engine;

static const char *const GAMES[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/3p4/3P4/1K6/8/8 w - - 0 1",
    "1rkr4/1pp1b3/6Q1/3N4/3n4/6q1/1PP1B3/1RKR4 w DBdb - 4 20",
};

static void begin(const char *fen) {
    engine_new_game(engine->engine);
    set_position(engine, fen);
}

static void expect_best(const char *move) {
    char text[COORDINATE_SIZE];
    notation_coordinate(engine->best.best, engine->root.chess960, text);
    assert_string_equal(text, move);
}

static void expect_score(Score score) {
    if (engine->best.score == score)
        return;
    char fen[FEN_SIZE];
    fen_format(&engine->root, fen);
    fail_msg("%d instead of %d in %s", engine->best.score, score, fen);
}

static void expect_more_than(Score score) {
    assert_true(engine->best.score > score);
}

/* A search of one move only. */
static SearchLimits only(const char *move, int depth) {
    const Position *root = engine_position(engine->engine);
    return (SearchLimits){
        .depth = depth, .search_move_count = 1, .search_moves = {move_of(root, move)}};
}

/* Whether the side to move can force mate in so many moves, by trying everything. */
static bool can_mate(const Position *position, int moves);

static bool cannot_escape(const Position *position, int moves) {
    const MoveList replies = moves_of(position);
    if (replies.count == 0)
        return position_in_check(position);
    for (int i = 0; i < replies.count && moves > 0; i++) {
        Position next;
        position_make(position, &next, replies.moves[i]);
        if (!can_mate(&next, moves))
            return false;
    }
    return moves > 0;
}

static bool can_mate(const Position *position, int moves) {
    const MoveList tries = moves_of(position);
    for (int i = 0; i < tries.count; i++) {
        Position next;
        position_make(position, &next, tries.moves[i]);
        if (cannot_escape(&next, moves - 1))
            return true;
    }
    return false;
}

/* Fewest moves in which the side to move can force mate, 0 for more than three. */
static int moves_to_mate(const Position *position) {
    for (int moves = 1; moves <= 3; moves++)
        if (can_mate(position, moves))
            return moves;
    return 0;
}

typedef struct Mate {
    const char *fen;
    int moves;
} Mate;

static const Mate MATES[] = {
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
    {"k7/8/8/8/4n3/8/6PP/6RK b - - 0 1", 1},
    {"k7/2P5/1K6/8/8/8/8/8 w - - 0 1", 1},
    {"8/8/8/8/8/5k2/1q6/7K b - - 3 70", 1},
    {"3r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", 1},
    {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2},
    {"1r4k1/r7/8/8/8/8/8/7K b - - 0 1", 2},
    {"k7/8/2K5/8/8/8/8/7R w - - 0 1", 2},
    {"5r1k/6pp/7N/3Q4/8/8/8/6K1 w - - 0 1", 2},
    {"8/P7/8/8/8/6K1/8/7k w - - 0 1", 2},
    {"7k/8/8/5K2/8/8/8/6R1 w - - 0 1", 3},
    {"6k1/8/4K3/8/8/8/8/1Q6 w - - 0 1", 3},
    {"8/1P6/8/8/8/5K2/8/7k w - - 0 1", 3},
};

/* The last line announces mate on the given ply from the root, and shows it. */
static void expect_mate_line(bool winning, int plies) {
    expect_score(winning ? score_mate_in(plies) : score_mated_in(plies));
    assert_int_equal(engine->lines[0].bound, BOUND_EXACT);
    assert_int_equal(engine->lines[0].length, plies);
    Position position = engine->root;
    for (int i = 0; i < plies; i++) {
        Position next;
        position_make(&position, &next, engine->lines[0].moves[i]);
        position = next;
    }
    assert_true(position_in_check(&position));
    assert_int_equal(movegen_count(&position), 0);
}

static void mates_are_found(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(MATES); i++) {
        const Position position = position_of(MATES[i].fen);
        const int moves = MATES[i].moves;
        assert_int_equal(moves_to_mate(&position), moves);
        begin(MATES[i].fen);
        search(engine, to_depth(20));
        expect_mate_line(true, 2 * moves - 1);
        assert_int_equal(score_mate_moves(engine->best.score), moves);

        /* The loser sees it coming, and the winner goes on until it is done. */
        for (int left = moves - 1; left > 0; left--) {
            char text[COORDINATE_SIZE];
            notation_coordinate(engine->best.best, false, text);
            play(engine, text);
            search(engine, to_depth(20));
            expect_mate_line(false, 2 * left);
            notation_coordinate(engine->best.best, false, text);
            play(engine, text);
            search(engine, to_depth(20));
            expect_mate_line(true, 2 * left - 1);
        }
    }
}

static void a_mate_limit_ends_the_search(void **state) {
    (void)state;
    for (int i = 0; i < (int)ARRAY_LENGTH(MATES); i++) {
        begin(MATES[i].fen);
        search(engine, (SearchLimits){.mate = MATES[i].moves});
        assert_in_range(score_mate_moves(engine->best.score), 1, MATES[i].moves);
    }
}

static void every_line_is_legal(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        engine_set_threads(engine->engine, threads);
        for (int i = 0; i < (int)ARRAY_LENGTH(GAMES); i++) {
            begin(GAMES[i]);
            for (int move = 0; move < 8; move++) {
                search(engine, to_depth(7));
                if (engine->best.best == MOVE_NONE)
                    break;
                char text[COORDINATE_SIZE];
                notation_coordinate(engine->best.best, engine->root.chess960, text);
                play(engine, text);
            }
        }
    }
    engine_set_threads(engine->engine, 1);
}

static void several_lines_differ_and_are_sorted(void **state) {
    (void)state;
    static const int LINES[] = {2, 5, 500};
    for (int threads = 1; threads <= 3; threads += 2) {
        engine_set_threads(engine->engine, threads);
        for (int i = 0; i < (int)ARRAY_LENGTH(GAMES); i++) {
            for (int n = 0; n < (int)ARRAY_LENGTH(LINES); n++) {
                begin(GAMES[i]);
                engine_set_option(engine->engine, SEARCH_MULTIPV, LINES[n]);
                search(engine, to_depth(5));
                const int legal = movegen_count(&engine->root);
                assert_int_equal(engine->line_count, LINES[n] < legal ? LINES[n] : legal);
                assert_int_equal(engine->lines[0].depth, 5);
            }
        }
    }
    engine_set_option(engine->engine, SEARCH_MULTIPV, 1);
    engine_set_threads(engine->engine, 1);
}

/* Cut short anywhere, the lines still belong together. */
static void several_lines_survive_interruption(void **state) {
    (void)state;
    uint64_t seed = 1;
    engine_set_option(engine->engine, SEARCH_MULTIPV, 4);
    for (int i = 0; i < 200; i++) {
        begin(GAMES[i % (int)ARRAY_LENGTH(GAMES)]);
        search(engine,
               (SearchLimits){.nodes = 1 + (uint64_t)random_below(&seed, 1 << (1 + i % 13))});
        const int legal = movegen_count(&engine->root);
        assert_in_range(engine->line_count, 1, legal < 4 ? legal : 4);
    }
    engine_set_option(engine->engine, SEARCH_MULTIPV, 1);
}

static void only_the_moves_asked_for_are_searched(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 60; i++) {
        begin(GAMES[i % (int)ARRAY_LENGTH(GAMES)]);
        engine_set_threads(engine->engine, 1 + i % 2);
        engine_set_option(engine->engine, SEARCH_MULTIPV, 1 + i % 5);
        const MoveList legal = moves_of(engine_position(engine->engine));
        SearchLimits limits = to_depth(4);
        limits.search_move_count = 1 + random_below(&seed, 4);
        for (int n = 0; n < limits.search_move_count; n++)
            limits.search_moves[n] = legal.moves[random_below(&seed, legal.count)];
        search(engine, limits);
        assert_true(engine->line_count <= limits.search_move_count);
        for (int line = 0; line < engine->line_count; line++) {
            bool wanted = false;
            for (int n = 0; n < limits.search_move_count; n++)
                wanted |= engine->lines[line].moves[0] == limits.search_moves[n];
            assert_true(wanted);
        }
    }
    engine_set_option(engine->engine, SEARCH_MULTIPV, 1);
    engine_set_threads(engine->engine, 1);
}

/* White has a queen more. Black's king steps to and fro, and so does she. */
#define QUEEN_UP_FEN "8/8/8/4k3/8/8/8/K1Q5 w - - 0 1"
#define TO_AND_FRO   "c1b1 e5d5 b1c1 d5e5"

static void who_is_ahead_avoids_repetition(void **state) {
    (void)state;
    begin(QUEEN_UP_FEN);
    play(engine, TO_AND_FRO);
    /* Going to b1 again would be the second time: no draw yet. */
    search(engine, only("c1b1", 8));
    expect_more_than(300);

    play(engine, TO_AND_FRO);
    search(engine, only("c1b1", 8)); /* the third */
    expect_score(SCORE_DRAW);
    for (int depth = 1; depth <= 10; depth++) {
        search(engine, to_depth(depth));
        expect_more_than(300);
        assert_int_not_equal(engine->best.best, move_make(C1, B1));
    }

    /* The same position without its past. */
    set_position(engine, QUEEN_UP_FEN);
    search(engine, only("c1b1", 8));
    expect_more_than(300);
}

static void who_is_behind_seeks_repetition(void **state) {
    (void)state;
    begin("8/8/8/3k4/8/8/8/KQ6 b - - 0 1");
    play(engine, "d5e5 b1c1 e5d5 c1b1 d5e5 b1c1");
    search(engine, only("e5d5", 8)); /* the second time */
    assert_true(engine->best.score < -300);
    play(engine, "e5d5 c1b1 d5e5 b1c1");
    for (int depth = 2; depth <= 10; depth++) {
        search(engine, to_depth(depth));
        expect_best("e5d5");
        expect_score(SCORE_DRAW);
    }
}

static void perpetual_check_is_a_draw(void **state) {
    (void)state;
    begin("6k1/6p1/8/7Q/8/1r6/q7/7K w - - 0 1");
    /* Five plies show the first position below the root that comes back, but checks that give a
     * rook away are reduced. */
    for (int depth = 14; depth <= 18; depth++) {
        search(engine, to_depth(depth));
        expect_best("h5e8");
        expect_score(SCORE_DRAW);
    }
}

static void fifty_moves_end_the_game(void **state) {
    (void)state;
    begin("8/8/8/3k4/8/8/8/KR6 w - - 99 120");
    search(engine, to_depth(8));
    expect_score(SCORE_DRAW);
    begin("8/8/8/3k4/8/8/8/KR6 w - - 100 120");
    search(engine, to_depth(8));
    expect_score(SCORE_DRAW);
    begin("8/8/8/3k4/8/8/8/KR6 w - - 60 120");
    search(engine, to_depth(8));
    expect_more_than(100);
    /* A pawn move begins to count anew. */
    begin("8/8/8/3k4/8/8/P7/KR6 w - - 99 120");
    search(engine, to_depth(8));
    expect_more_than(300);
    assert_int_equal(move_from(engine->best.best), A2);
}

static void mate_on_the_hundredth_ply_counts(void **state) {
    (void)state;
    begin("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 120");
    search(engine, to_depth(6));
    expect_mate_line(true, 1);
    expect_best("a1a8");
}

/* Mate in two takes three plies. The table knows the mate from the search before and must not be
 * believed where the fiftieth move comes first. */
static void no_mate_is_announced_beyond_fifty_moves(void **state) {
    (void)state;
    begin("7k/8/8/8/8/8/R7/1R4K1 w - - 0 90");
    search(engine, to_depth(10));
    expect_mate_line(true, 3);
    set_position(engine, "7k/8/8/8/8/8/R7/1R4K1 w - - 97 90");
    search(engine, to_depth(10));
    expect_mate_line(true, 3);
    for (int depth = 4; depth <= 10; depth++) {
        set_position(engine, "7k/8/8/8/8/8/R7/1R4K1 w - - 98 90");
        search(engine, to_depth(depth));
        expect_score(SCORE_DRAW);
    }
}

static void stalemate_is_a_draw(void **state) {
    (void)state;
    begin("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
    search(engine, only("f2f7", 6));
    expect_score(SCORE_DRAW);
    search(engine, to_depth(6));
    expect_mate_line(true, 1);
    /* Black keeps his pawn only by stalemate. */
    begin("8/8/8/8/8/4k3/5p2/5K2 b - - 0 1");
    search(engine, to_depth(12));
    expect_score(SCORE_DRAW);
}

static void bare_pieces_draw(void **state) {
    (void)state;
    static const char *const DRAWN[] = {
        "8/8/4k3/8/8/3N4/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3b4/8/4K3 b - - 0 1",
        "8/8/8/4k3/8/8/1r6/K7 w - - 0 1",
        "8/8/4k3/8/8/3B4/4K3/5b2 w - - 0 1",
    };
    for (int i = 0; i < (int)ARRAY_LENGTH(DRAWN); i++) {
        begin(DRAWN[i]);
        search(engine, to_depth(10));
        expect_score(SCORE_DRAW);
    }
}

static void the_deepest_search_ends(void **state) {
    (void)state;
    begin("8/8/4k3/8/8/3N4/4K3/8 w - - 0 1");
    search(engine, to_depth(INT32_MAX));
    assert_int_equal(engine->lines[0].depth, MAX_PLY - 1);
    /* Without a limit it gets as far, and waits there. */
    go(engine, (SearchLimits){0});
    while (iterations_so_far(engine) < MAX_PLY - 1)
        pause_us(10000);
    pause_us(50000);
    assert_int_equal(best_moves_so_far(engine), 0);
    engine_stop(engine->engine);
    finish(engine);
    assert_int_equal(engine->lines[0].depth, MAX_PLY - 1);
    /* Two kings that can do nothing but walk, and pawns that block each other. */
    begin("k7/8/p1p5/P1P5/8/8/8/K7 w - - 90 100");
    search(engine, (SearchLimits){.depth = MAX_PLY - 1, .nodes = 150000});
}

/* A game longer than the keys that are kept of it. */
static void long_games_are_searched(void **state) {
    (void)state;
    begin(FEN_START);
    for (int i = 0; i < 60; i++)
        play(engine, "g1f3 g8f6 f3g1 f6g8");
    search(engine, to_depth(8));
    for (int i = 0; i < 60; i++)
        play(engine, "b1c3 b8c6 c3b1 c6b8");
    search(engine, to_depth(8));
    assert_true(engine->best.best != MOVE_NONE);
}

int main(void) {
    chess_init();
    engine = new_engine(1, 8);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found),
        cmocka_unit_test(a_mate_limit_ends_the_search),
        cmocka_unit_test(every_line_is_legal),
        cmocka_unit_test(several_lines_differ_and_are_sorted),
        cmocka_unit_test(several_lines_survive_interruption),
        cmocka_unit_test(only_the_moves_asked_for_are_searched),
        cmocka_unit_test(who_is_ahead_avoids_repetition),
        cmocka_unit_test(who_is_behind_seeks_repetition),
        cmocka_unit_test(perpetual_check_is_a_draw),
        cmocka_unit_test(fifty_moves_end_the_game),
        cmocka_unit_test(mate_on_the_hundredth_ply_counts),
        cmocka_unit_test(no_mate_is_announced_beyond_fifty_moves),
        cmocka_unit_test(stalemate_is_a_draw),
        cmocka_unit_test(bare_pieces_draw),
        cmocka_unit_test(the_deepest_search_ends),
        cmocka_unit_test(long_games_are_searched),
    };
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    end_engine(engine);
    return failures;
}
