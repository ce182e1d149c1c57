#include "chess/game.h"
#include "support.h"

static Game game_of(const char *fen) {
    const Position position = position_of(fen);
    Game game;
    game_begin(&game, &position);
    return game;
}

/* Plays moves separated by blanks. */
static void play(Game *game, const char *moves) {
    while (*moves) {
        const size_t length = strcspn(moves, " ");
        const Move move = notation_parse_coordinate(&game->position, moves, (int)length);
        assert_int_not_equal(move, MOVE_NONE);
        game_play(game, move);
        moves += length + (moves[length] == ' ');
    }
}

/* Makes one move as a search does: the key goes on the trail, the game stays behind. */
static Position search_move(KeyTrail *trail, const Position *position, const char *text) {
    Position next;
    position_make(position, &next, move_of(position, text));
    key_trail_push(trail, next.key);
    return next;
}

static bool repeats(const Game *game, int ply) {
    return game_is_repetition(&game->trail, &game->position, ply);
}

static void a_game_repeats_at_the_third_time(void **state) {
    (void)state;
    Game game = game_of(FEN_START);
    assert_false(repeats(&game, 0));
    play(&game, "g1f3 g8f6 f3g1 f6g8");
    assert_false(repeats(&game, 0)); /* the second time */
    play(&game, "g1f3 g8f6 f3g1");
    assert_false(repeats(&game, 0));
    play(&game, "f6g8");
    assert_true(repeats(&game, 0));
}

static void a_search_repeats_at_the_second_time(void **state) {
    (void)state;
    Game game = game_of(FEN_START);
    KeyTrail *trail = &game.trail;
    Position position = game.position;
    static const char *const MOVES[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3"};
    for (int ply = 1; ply <= 5; ply++) {
        position = search_move(trail, &position, MOVES[ply - 1]);
        /* At ply 4 the root itself is back, which is not below the root; ply 5 repeats ply 1. */
        assert_int_equal(game_is_repetition(trail, &position, ply), ply == 5);
    }
    for (int ply = 5; ply >= 1; ply--)
        key_trail_pop(trail);
    assert_int_equal(trail->count, 1);
}

static void a_repetition_counts_across_the_root(void **state) {
    (void)state;
    Game game = game_of(FEN_START);
    play(&game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    KeyTrail trail = game.trail;
    const Position third = search_move(&trail, &game.position, "f6g8");
    assert_true(game_is_repetition(&trail, &third, 1)); /* twice before the root */

    Game shorter = game_of(FEN_START);
    play(&shorter, "g1f3 g8f6 f3g1");
    trail = shorter.trail;
    const Position second = search_move(&trail, &shorter.position, "f6g8");
    assert_false(game_is_repetition(&trail, &second, 1)); /* once before the root */
}

static void what_looks_alike_is_no_repetition(void **state) {
    (void)state;
    /* After the first round neither side may castle any more. */
    Game castling = game_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&castling, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    assert_false(repeats(&castling, 0));
    play(&castling, "e1e2 e8e7 e2e1 e7e8");
    assert_true(repeats(&castling, 0));

    /* The first time White could take en passant. */
    Game passing = game_of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&passing, "d7d5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    assert_false(repeats(&passing, 0));
    play(&passing, "e1e2 e8e7 e2e1 e7e8");
    assert_true(repeats(&passing, 0));
}

static void captures_and_pawn_moves_begin_anew(void **state) {
    (void)state;
    Game game = game_of("4k3/7p/8/8/8/8/8/R3K3 w - - 0 1");
    play(&game, "a1b1 e8d8 b1a1 d8e8 a1b1 h7h6 b1a1 e8d8 a1b1 d8e8");
    assert_false(repeats(&game, 0));
    assert_int_equal(game.position.rule50, 4);
    assert_int_equal(game.trail.count, 5);
    play(&game, "b1a1 e8d8 a1b1 d8e8");
    assert_true(repeats(&game, 0));
}

static void the_trail_holds_games_of_any_length(void **state) {
    (void)state;
    Game game = game_of("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1");
    for (int round = 0; round < 500; round++)
        play(&game, "b1c3 e8d8 c3b1 d8e8");
    assert_in_range(game.trail.count, 9, GAME_KEYS);
    assert_true(repeats(&game, 0));
    assert_int_equal(game.position.rule50, 2000);

    /* A whole line of search still fits on top. */
    KeyTrail trail = game.trail;
    Position position = game.position;
    static const char *const ROUND[] = {"b1c3", "e8d8", "c3b1", "d8e8"};
    for (int ply = 1; ply <= MAX_PLY; ply++)
        position = search_move(&trail, &position, ROUND[(ply - 1) % 4]);
    assert_true(trail.count <= (int)ARRAY_LENGTH(trail.keys));
    assert_true(game_is_repetition(&trail, &position, MAX_PLY));
}

static void the_fifty_move_rule_counts_plies(void **state) {
    (void)state;
    Game game = game_of("4k3/7p/8/8/8/8/8/R3K3 w - - 98 90");
    assert_false(game_is_rule50_draw(&game.position));
    play(&game, "a1a2");
    assert_int_equal(game.position.rule50, 99);
    assert_false(game_is_rule50_draw(&game.position));
    Game other = game;
    play(&game, "e8d8");
    assert_true(game_is_rule50_draw(&game.position));
    play(&other, "h7h6");
    assert_int_equal(other.position.rule50, 0);
    assert_false(game_is_rule50_draw(&other.position));
    const Position late = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 400 500");
    assert_true(game_is_rule50_draw(&late));
}

static void nothing_repeats_across_a_null_move(void **state) {
    (void)state;
    Game game = game_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    KeyTrail *trail = &game.trail;
    Position position = search_move(trail, &game.position, "a1a2");
    position = search_move(trail, &position, "e8d8");
    Position passed;
    position_make_null(&position, &passed);
    key_trail_push(trail, passed.key);
    position = search_move(trail, &passed, "d8e8");
    position = search_move(trail, &position, "a2a1");
    Position again;
    position_make_null(&position, &again);
    key_trail_push(trail, again.key);
    /* White to move with the pieces of the root: six plies back, but two passes lie between. */
    assert_true(again.key == game.position.key);
    assert_false(game_is_repetition(trail, &again, 6));
    assert_false(game_is_repetition(trail, &again, 60));

    /* After the passes repetitions count again. */
    static const char *const MOVES[] = {"e1e2", "e8e7", "e2e1", "e7e8"};
    position = again;
    for (int i = 0; i < 4; i++)
        position = search_move(trail, &position, MOVES[i]);
    assert_true(game_is_repetition(trail, &position, 10));
}

static void knows_dead_material(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        bool draw;
    } CASES[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"5bk1/8/8/8/8/8/8/2B1K3 w - - 0 1", true},   /* f8 and c1 are both dark */
        {"4k3/8/8/8/5B2/8/8/B1B1K3 w - - 0 1", true}, /* all dark */
        {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false}, /* one light, one dark */
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},  /* the pair mates */
        {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", false}, /* two knights can mate, with help */
        {"4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1", false}, /* and so can bishop against knight */
        {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false},
        {"4k2r/8/8/8/8/8/8/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", false},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const Position position = position_of(CASES[i].fen);
        if (position_is_material_draw(&position) != CASES[i].draw)
            fail_msg("%s", CASES[i].fen);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_repeats_at_the_third_time),
        cmocka_unit_test(a_search_repeats_at_the_second_time),
        cmocka_unit_test(a_repetition_counts_across_the_root),
        cmocka_unit_test(what_looks_alike_is_no_repetition),
        cmocka_unit_test(captures_and_pawn_moves_begin_anew),
        cmocka_unit_test(the_trail_holds_games_of_any_length),
        cmocka_unit_test(the_fifty_move_rule_counts_plies),
        cmocka_unit_test(nothing_repeats_across_a_null_move),
        cmocka_unit_test(knows_dead_material),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
