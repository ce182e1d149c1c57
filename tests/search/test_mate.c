#include "../chess/support.h"
#include "search/proof.h"
#include "search/proof_table.h"

/* The mate search against plain exhaustion, the rules that take a mate away, and its memory. */

#define ENOUGH_NODES 20000000
#define SMALL_TABLE  ((size_t)1 << 20)

static bool go_on(void *context) {
    (void)context;
    return true;
}

static bool count_down(void *context) {
    int *left = context;
    return --*left > 0;
}

static Game game_of(const char *fen) {
    const Position position = position_of(fen);
    Game game;
    game_begin(&game, &position);
    return game;
}

static ProofSearch *search_of(const Game *game, size_t table_bytes) {
    const MoveList list = moves_of(&game->position);
    ProofSearch *search = proof_create(game, &list, table_bytes, go_on, NULL);
    assert_non_null(search);
    return search;
}

static ProofResult solve_game(const Game *game, Color attacker, int moves, int *proved) {
    ProofSearch *search = search_of(game, SMALL_TABLE);
    const ProofResult result = proof_solve(search, attacker, moves, ENOUGH_NODES, proved);
    proof_destroy(search);
    return result;
}

/* Whether the side to move can force mate in so many moves, by trying everything. */
static bool can_mate(const Position *position, int moves);

static bool is_mated_in(const Position *position, int moves) {
    const MoveList replies = moves_of(position);
    if (replies.count == 0)
        return position_in_check(position);
    if (moves == 0 || game_is_rule50_draw(position))
        return false;
    for (int i = 0; i < replies.count; i++) {
        Position next;
        position_make(position, &next, replies.moves[i]);
        if (game_is_rule50_draw(&next) || !can_mate(&next, moves))
            return false;
    }
    return true;
}

static bool can_mate(const Position *position, int moves) {
    const MoveList list = moves_of(position);
    for (int i = 0; i < list.count && moves > 0; i++) {
        Position next;
        position_make(position, &next, list.moves[i]);
        if (is_mated_in(&next, moves - 1))
            return true;
    }
    return false;
}

/* The line is legal, ends with mate and is as long as the proof says. */
static void check_line(ProofSearch *search, const Position *root, Color attacker, int moves,
                       Move first) {
    Move line[MAX_PLY + 1];
    const int length = proof_line(search, attacker, moves, first, line);
    assert_in_range(length, 1, first == MOVE_NONE ? 2 * moves - 1 : 2 * moves);
    Position position = *root;
    for (int i = 0; i < length; i++) {
        assert_true(movegen_is_legal(&position, line[i]));
        Position next;
        position_make(&position, &next, line[i]);
        position = next;
    }
    assert_int_equal(movegen_count(&position), 0);
    assert_true(position_in_check(&position));
    assert_int_equal(position_side(&position), color_flip(attacker));
}

static int mates_seen;
static int mated_seen;
static int refuted_seen;

/* Both questions about a position, in up to so many moves, answered by both ways. */
static void compare(const Position *position, int most) {
    if (movegen_count(position) == 0)
        return;
    const Color side = position_side(position);
    Game game;
    game_begin(&game, position);
    ProofSearch *search = search_of(&game, SMALL_TABLE);
    for (int moves = 1; moves <= most; moves++) {
        int proved = 0;
        const bool mates = can_mate(position, moves);
        assert_int_equal(proof_solve(search, side, moves, ENOUGH_NODES, &proved),
                         mates ? PROOF_MATE : PROOF_REFUTED);
        if (mates) {
            assert_int_equal(proved, moves);
            check_line(search, position, side, moves, MOVE_NONE);
            mates_seen++;
            break;
        }
        refuted_seen++;
        const bool mated = is_mated_in(position, moves);
        assert_int_equal(proof_solve(search, color_flip(side), moves, ENOUGH_NODES, &proved),
                         mated ? PROOF_MATE : PROOF_REFUTED);
        if (mated) {
            assert_int_equal(proved, moves);
            const MoveList list = moves_of(position);
            for (int i = 0; i < list.count; i++)
                check_line(search, position, color_flip(side), moves, list.moves[i]);
            mated_seen++;
            break;
        }
    }
    proof_destroy(search);
}

/* A king each and up to five other pieces; false where that is no position. */
static bool random_position(uint64_t *state, Position *position) {
    static const char PIECES_WHITE_HEAVY[] = "QRBNPQRRPqrbnp";
    char squares[SQUARES + 1];
    memset(squares, '1', SQUARES);
    squares[SQUARES] = '\0';
    const int pieces = 2 + random_below(state, 4);
    for (int i = 0; i < pieces + 2; i++) {
        const char letter = i == 0   ? 'K'
                            : i == 1 ? 'k'
                                     : PIECES_WHITE_HEAVY[random_below(state, 14)];
        int square = random_below(state, SQUARES);
        while (squares[square] != '1')
            square = random_below(state, SQUARES);
        squares[square] = letter;
    }
    char fen[FEN_SIZE];
    int length = 0;
    for (int i = 0; i < SQUARES; i++) {
        if (i > 0 && i % 8 == 0)
            fen[length++] = '/';
        fen[length++] = squares[i];
    }
    snprintf(fen + length, sizeof fen - (size_t)length, " %c - - %d 80",
             random_below(state, 2) ? 'w' : 'b', random_below(state, 4) ? 0 : 94);
    FenError error;
    return fen_parse(fen, position, &error);
}

static void agrees_with_exhaustion_on_few_pieces(void **state) {
    (void)state;
    uint64_t seed = 3;
    mates_seen = mated_seen = refuted_seen = 0;
    for (int i = 0; i < 4000; i++) {
        Position position;
        if (random_position(&seed, &position))
            compare(&position, 2);
    }
    assert_true(mates_seen > 100 && mated_seen > 10 && refuted_seen > 1000);
}

static void compare_visited(const Position *position) {
    compare(position, position->fullmove % 8 == 0 ? 2 : 1);
}

static void agrees_with_exhaustion_in_games(void **state) {
    (void)state;
    mates_seen = mated_seen = refuted_seen = 0;
    visit_playouts(SHARP_FENS, 14, 60, 5, compare_visited);
    assert_true(mates_seen > 5 && refuted_seen > 500);
}

static const struct {
    const char *fen;
    int moves;
} MATES[] = {
    {"7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2},
    {"8/8/8/8/8/2k5/3q4/K7 b - - 0 1", 1},
    {"K1Bn4/1r6/k7/7p/P4p2/8/5p2/2n1Q3 w - - 0 1", 3},
    {"2k5/5K2/3P4/8/3R4/8/7R/3Q4 w - - 0 1", 3},
    {"5N2/8/Q1K1p3/8/2N1p1R1/8/2knqR2/8 w - - 0 1", 4},
    {"8/1k5B/8/6K1/b6Q/6p1/3R4/8 w - - 0 1", 4},
    {"8/P3K3/7p/R7/3NP3/8/3k4/4N3 w - - 0 1", 5},
    {"8/2p2K2/8/4Pk2/6N1/2RP4/2B5/8 w - - 0 1", 5},
};

/* Also with a table that holds next to nothing, and when it is interrupted again and again. */
static void shortest_mates_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof MATES / sizeof MATES[0]; i++) {
        const Game game = game_of(MATES[i].fen);
        const Color side = position_side(&game.position);
        ProofSearch *search = search_of(&game, MATES[i].moves < 4 ? 4096 : SMALL_TABLE / 4);
        int proved = 0;
        assert_int_equal(proof_solve(search, side, MATES[i].moves - 1 ? MATES[i].moves - 1 : 1,
                                     ENOUGH_NODES, &proved),
                         MATES[i].moves > 1 ? PROOF_REFUTED : PROOF_MATE);
        ProofResult result = PROOF_OPEN;
        for (int turns = 0; result == PROOF_OPEN && turns < 1000; turns++)
            result = proof_solve(search, side, MATES[i].moves, 20000, &proved);
        assert_int_equal(result, PROOF_MATE);
        assert_int_equal(proved, MATES[i].moves);
        check_line(search, &game.position, side, proved, MOVE_NONE);
        proof_destroy(search);
    }
}

/* Mate on the hundredth ply counts; a ply later the game is drawn. */
static void the_50_move_rule_ends_it(void **state) {
    (void)state;
    int proved = 0;
    Game game = game_of("7k/8/5K2/8/8/8/8/R7 w - - 97 90");
    assert_int_equal(solve_game(&game, WHITE, 2, &proved), PROOF_MATE);
    game = game_of("7k/8/5K2/8/8/8/8/R7 w - - 98 90");
    assert_int_equal(solve_game(&game, WHITE, 2, &proved), PROOF_REFUTED);
    assert_int_equal(solve_game(&game, WHITE, 60, &proved), PROOF_REFUTED);
}

/* Kg6 and Kf7 both mate on the next move; a position after one of them has stood twice. */
static void a_third_repetition_ends_it(void **state) {
    (void)state;
    Game game = game_of("7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    const char *const moves[] = {"h8g8", "g6f6", "g8h8", "f6g6", "h8g8", "g6f6", "g8h8"};
    int proved = 0;
    for (int i = 0; i < 7; i++) {
        game_play(&game, move_of(&game.position, moves[i]));
        if (i != 2 && i != 6)
            continue;
        const MoveList list = {1, {move_of(&game.position, "f6g6")}};
        ProofSearch *search = proof_create(&game, &list, SMALL_TABLE, go_on, NULL);
        assert_int_equal(proof_solve(search, WHITE, 2, ENOUGH_NODES, &proved),
                         i == 2 ? PROOF_MATE : PROOF_REFUTED);
        proof_destroy(search);
    }
    ProofSearch *search = search_of(&game, SMALL_TABLE);
    assert_int_equal(proof_solve(search, WHITE, 2, ENOUGH_NODES, &proved), PROOF_MATE);
    Move line[MAX_PLY + 1];
    assert_int_equal(proof_line(search, WHITE, 2, MOVE_NONE, line), 3);
    assert_int_equal(line[0], move_of(&game.position, "f6f7"));
    proof_destroy(search);
}

static void only_the_root_moves_given_count(void **state) {
    (void)state;
    const Game game = game_of("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    const MoveList list = {2, {move_of(&game.position, "f6f5"), move_of(&game.position, "a1a2")}};
    ProofSearch *search = proof_create(&game, &list, SMALL_TABLE, go_on, NULL);
    int proved = 0;
    assert_int_equal(proof_solve(search, WHITE, 2, ENOUGH_NODES, &proved), PROOF_REFUTED);
    assert_int_equal(proof_solve(search, WHITE, 3, ENOUGH_NODES, &proved), PROOF_MATE);
    Move line[MAX_PLY + 1];
    assert_int_equal(proof_line(search, WHITE, 3, MOVE_NONE, line), 5);
    assert_int_equal(line[0], list.moves[1]);
    proof_destroy(search);
}

/* Wherever it is stopped, it claims nothing that it has not proved. */
static void a_stopped_search_claims_nothing(void **state) {
    (void)state;
    const Game game = game_of(MATES[5].fen);
    const MoveList list = moves_of(&game.position);
    for (int nodes = 1; nodes < 20000; nodes += 1 + nodes / 7) {
        int left = nodes;
        ProofSearch *search = proof_create(&game, &list, SMALL_TABLE, count_down, &left);
        int proved = 0;
        const ProofResult result = proof_solve(search, WHITE, 3, ENOUGH_NODES, &proved);
        assert_true(result == PROOF_REFUTED || (result == PROOF_OPEN && left <= 0));
        const ProofResult mate = proof_solve(search, WHITE, 4, ENOUGH_NODES, &proved);
        assert_true(mate == PROOF_MATE || (mate == PROOF_OPEN && left <= 0));
        assert_in_range(left, mate == PROOF_OPEN ? 0 : 1, nodes);
        proof_destroy(search);
    }
}

static void what_is_settled_counts_for_other_numbers_of_moves(void **state) {
    (void)state;
    ProofTable *table = proof_table_create(1);
    ProofEntry entry;
    const uint64_t key = 0x123456789ABCDEF0ULL;
    assert_false(proof_table_probe(table, key, true, 3, &entry));
    proof_table_store(table, key, true, &(ProofEntry){7, 9, 3, 77}, 10);
    assert_true(proof_table_probe(table, key, true, 3, &entry));
    assert_int_equal(entry.phi, 7);
    assert_int_equal(entry.delta, 9);
    assert_int_equal(entry.move, 77);
    assert_false(proof_table_probe(table, key, true, 4, &entry));
    assert_false(proof_table_probe(table, key ^ 1, true, 3, &entry));

    proof_table_store(table, key, true, &(ProofEntry){PROOF_INFINITE, 0, 2, MOVE_NONE}, 10);
    proof_table_store(table, key, true, &(ProofEntry){0, PROOF_INFINITE, 6, 78}, 10);
    for (int moves = 1; moves <= 2; moves++) {
        assert_true(proof_table_probe(table, key, true, moves, &entry));
        assert_true(proof_is_refuted(&entry, true));
    }
    assert_true(proof_table_probe(table, key, true, 3, &entry));
    assert_false(proof_is_mate(&entry, true) || proof_is_refuted(&entry, true));
    for (int moves = 6; moves < 200; moves += 50) {
        assert_true(proof_table_probe(table, key, true, moves, &entry));
        assert_true(proof_is_mate(&entry, true));
        assert_int_equal(entry.moves, 6);
    }
    /* A sooner mate replaces a later one, never the other way round. */
    proof_table_store(table, key, true, &(ProofEntry){0, PROOF_INFINITE, 4, 79}, 1);
    proof_table_store(table, key, true, &(ProofEntry){0, PROOF_INFINITE, 5, 80}, 1000);
    assert_true(proof_table_probe(table, key, true, 9, &entry));
    assert_int_equal(entry.moves, 4);
    assert_int_equal(entry.move, 79);
    proof_table_destroy(table);
}

static int set_up(void **state) {
    (void)state;
    chess_init();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_exhaustion_on_few_pieces),
        cmocka_unit_test(agrees_with_exhaustion_in_games),
        cmocka_unit_test(shortest_mates_are_found),
        cmocka_unit_test(the_50_move_rule_ends_it),
        cmocka_unit_test(a_third_repetition_ends_it),
        cmocka_unit_test(only_the_root_moves_given_count),
        cmocka_unit_test(a_stopped_search_claims_nothing),
        cmocka_unit_test(what_is_settled_counts_for_other_numbers_of_moves),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
