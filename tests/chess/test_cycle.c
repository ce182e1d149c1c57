#include "support.h"

#include "chess/cycle.h"
#include "chess/movegen.h"

/* Upcoming repetitions against plain trying of all moves. */

#define GAMES 400
#define PLIES 120

/* Whether a move of a piece repeats a position; *legal_only is false where the pieces that could
 * are pinned or the king is in check, so that the quick test may say more than is true. */
static bool can_repeat(const KeyTrail *trail, const Position *position, int ply) {
    const MoveList list = moves_of(position);
    for (int i = 0; i < list.count; i++) {
        const Piece piece = position_piece_on(position, move_from(list.moves[i]));
        if (piece_type(piece) == PAWN || move_kind(list.moves[i]) == MOVE_CASTLING)
            continue;
        Position next;
        position_make(position, &next, list.moves[i]);
        KeyTrail after = *trail;
        key_trail_push(&after, next.key);
        if (game_is_repetition(&after, &next, ply + 1))
            return true;
    }
    return false;
}

/* A move that prefers to go back where a piece came from, so that games repeat. */
static Move restless_move(const Position *position, Move before_last, uint64_t *seed) {
    const MoveList list = moves_of(position);
    if (list.count == 0)
        return MOVE_NONE;
    for (int i = 0; i < list.count; i++) {
        if (random_below(seed, 3) && move_from(list.moves[i]) == move_to(before_last) &&
            move_to(list.moves[i]) == move_from(before_last))
            return list.moves[i];
    }
    return list.moves[random_below(seed, list.count)];
}

static void agrees_with_trying_all_moves(void **state) {
    (void)state;
    static const char *const FENS[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1",
        "8/2k5/8/3n1b2/8/2B1N3/5K2/8 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    };
    uint64_t seed = 5;
    int seen = 0;
    for (int game_number = 0; game_number < GAMES; game_number++) {
        Position position = position_of(FENS[game_number % 4]);
        Game game;
        game_begin(&game, &position);
        Move moves[PLIES + 2] = {MOVE_NONE};
        for (int n = 2; n < PLIES + 2; n++) {
            const int ply = random_below(&seed, 12);
            const bool wanted = can_repeat(&game.trail, &game.position, ply);
            const bool found = cycle_is_upcoming(&game.trail, &game.position, ply);
            if (wanted)
                assert_true(found);
            else if (!game.position.checkers && !game.position.pinned)
                assert_false(found);
            seen += wanted;
            moves[n] = restless_move(&game.position, moves[n - 2], &seed);
            if (moves[n] == MOVE_NONE)
                break;
            game_play(&game, moves[n]);
        }
    }
    assert_true(seen > 500);
}

static void nothing_upcoming_without_a_past(void **state) {
    (void)state;
    const Position position = position_of("4k3/8/8/3q4/8/8/3R4/4K3 w - - 40 60");
    Game game;
    game_begin(&game, &position);
    assert_false(cycle_is_upcoming(&game.trail, &game.position, 0));
}

static int set_up(void **state) {
    (void)state;
    chess_init();
    cycle_init();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_trying_all_moves),
        cmocka_unit_test(nothing_upcoming_without_a_past),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
