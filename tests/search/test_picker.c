#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../chess/support.h"
#include "base/compiler.h"
#include "chess/see.h"
#include "search/picker.h"
#include "search/tunables.h"

#define GAMES 24
#define PLIES 100

/* Positions in check, with bad captures, promotions and en passant at once. */
static const char *const FENS[] = {
    "r3k2r/2ppqp2/8/1P2n1P1/1p2N1p1/8/2PPQP2/R3K2R w KQkq - 0 1",
    "4k3/PPP3pp/8/3pP3/3Pp3/8/ppp3PP/4K3 w - d6 0 1",
    "1rkr4/1pp1b3/6Q1/3N4/3n4/6q1/1PP1B3/1RKR4 w DBdb - 4 20",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/8/1k1pP3/3n4/8/1P2K3/8 w - d6 0 1",
    "4k3/8/4r3/8/1b6/3P4/2NBN3/R3K2R w KQ - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    NULL,
};

/* What the picker reads besides the position. */
static Histories *histories;
static PieceToHistory *continuations[PICKER_CONTINUATIONS];
static uint64_t seed;

static int16_t random_history(void) {
    const int kind = random_below(&seed, 8);
    if (kind < 2)
        return kind ? HISTORY_LIMIT : -HISTORY_LIMIT;
    return (int16_t)(random_below(&seed, 2 * HISTORY_LIMIT + 1) - HISTORY_LIMIT);
}

static void fill_table(PieceToHistory *table) {
    for (int piece = 0; piece < PIECES; piece++)
        for (Square to = A1; to < SQUARES; to++)
            (*table)[piece][to] = random_history();
}

static void fill_histories(void) {
    int16_t *butterfly = &histories->butterfly[0][0][0][0][0];
    for (size_t i = 0; i < sizeof histories->butterfly / sizeof *butterfly; i++)
        butterfly[i] = random_history();
    int16_t *plain = &histories->plain[0][0][0];
    for (size_t i = 0; i < sizeof histories->plain / sizeof *plain; i++)
        plain[i] = (int16_t)(random_history() / (HISTORY_LIMIT / PLAIN_LIMIT));
    int16_t *piece_to = &histories->piece_to[0][0][0][0];
    for (size_t i = 0; i < sizeof histories->piece_to / sizeof *piece_to; i++)
        piece_to[i] = random_history();
    int16_t *capture = &histories->capture[0][0][0];
    for (size_t i = 0; i < sizeof histories->capture / sizeof *capture; i++)
        capture[i] = random_history();
    for (int i = 0; i < PICKER_CONTINUATIONS; i++) {
        const int kind = random_below(&seed, 4);
        PieceToHistory(*rows)[SQUARES] = histories->shared->continuation[kind / 2][kind % 2];
        PieceToHistory *table =
            &rows[random_below(&seed, PIECES + 1)][random_below(&seed, SQUARES)];
        continuations[i] = table;
        fill_table(table);
    }
    for (uint64_t structure = 0; structure < PAWN_STRUCTURES; structure++)
        fill_table(pawn_history(histories, structure));
}

/* What may come from the table or the killers: nothing, a legal move, or any bits at all. */
static Move random_hint(const MoveList *legal) {
    switch (random_below(&seed, 5)) {
    case 0:
        return MOVE_NONE;
    case 1:
        return (Move)random_next(&seed);
    case 2:
        return random_below(&seed, 2) ? MOVE_NULL : move_make(E1, G1);
    default:
        return legal->count ? legal->moves[random_below(&seed, legal->count)] : MOVE_NONE;
    }
}

static bool contains(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

static void fail_at(const Position *position, const char *what, Move move) {
    char fen[FEN_SIZE], text[COORDINATE_SIZE];
    fen_format(position, fen);
    notation_coordinate(move, position->chess960, text);
    fail_msg("%s: %s in %s", what, text, fen);
}

static PickerSource source_of(const Position *position) {
    PickerSource source = {position, histories, {NULL}};
    memcpy(source.continuations, continuations, sizeof continuations);
    return source;
}

/* As a node far from the root does. */
static void begin(Picker *picker, const PickerSource *source, Move table_move,
                  const Move refutations[PICKER_REFUTATIONS]) {
    static CheckInfo checks; /* read while moves are handed out */
    checks = position_check_info(source->position);
    picker_begin(picker, source, &checks.squares, table_move, 9, refutations);
}

/* Takes what the picker hands out, quiet moves no longer after `quiets_until` moves. */
static MoveList drain(const Position *position, Picker *picker, int quiets_until) {
    MoveList out;
    out.count = 0;
    Move move;
    while ((move = picker_next(picker, out.count >= quiets_until)) != MOVE_NONE) {
        if (contains(&out, move))
            fail_at(position, "handed out twice", move);
        out.moves[out.count++] = move;
        assert_true(out.count < MAX_MOVES);
    }
    assert_int_equal(picker_next(picker, false), MOVE_NONE);
    assert_int_equal(picker_next(picker, true), MOVE_NONE);
    return out;
}

static void expect_same_set(const Position *position, const MoveList *out, const MoveList *wanted) {
    for (int i = 0; i < wanted->count; i++)
        if (!contains(out, wanted->moves[i]))
            fail_at(position, "not handed out", wanted->moves[i]);
    for (int i = 0; i < out->count; i++)
        if (!contains(wanted, out->moves[i]))
            fail_at(position, "handed out wrongly", out->moves[i]);
}

static void expect_each_legal_move_once(const Position *position) {
    const MoveList legal = moves_of(position);
    const Move table_move = random_hint(&legal);
    const Move refutations[PICKER_REFUTATIONS] = {random_hint(&legal), random_hint(&legal),
                                                  random_hint(&legal)};
    const PickerSource source = source_of(position);
    Picker picker;
    begin(&picker, &source, table_move, refutations);
    const MoveList out = drain(position, &picker, MAX_MOVES);
    expect_same_set(position, &out, &legal);
    if (contains(&legal, table_move) && out.moves[0] != table_move)
        fail_at(position, "table move is not the first", table_move);
}

/* Out of check the quiet refutations come before all other quiet moves. */
static void expect_refutations_early(const Position *position) {
    const MoveList legal = moves_of(position);
    if (position_in_check(position))
        return;
    const Move refutations[PICKER_REFUTATIONS] = {random_hint(&legal), random_hint(&legal),
                                                  random_hint(&legal)};
    const PickerSource source = source_of(position);
    Picker picker;
    begin(&picker, &source, MOVE_NONE, refutations);
    const MoveList out = drain(position, &picker, MAX_MOVES);
    bool others = false;
    for (int i = 0; i < out.count; i++) {
        const Move move = out.moves[i];
        if (position_is_noisy(position, move))
            continue;
        const bool refutation =
            move == refutations[0] || move == refutations[1] || move == refutations[2];
        if (refutation && others)
            fail_at(position, "refutation after another quiet move", move);
        others |= !refutation;
    }
}

static Bitboard enemies_at(const Position *position, Square square) {
    return position_attackers(position, square, position_occupied(position)) &
           position->by_color[color_flip(position_side(position))];
}

static bool is_in_danger(const Position *position, PieceType type, Square square) {
    const Bitboard minors = position->by_type[KNIGHT] | position->by_type[BISHOP];
    Bitboard lesser = type == PAWN || type == KING ? 0 : position->by_type[PAWN];
    if (type == ROOK || type == QUEEN)
        lesser |= minors;
    if (type == QUEEN)
        lesser |= position->by_type[ROOK];
    return (enemies_at(position, square) & lesser) != 0;
}

static bool checks_from(const Position *position, PieceType type, Square square) {
    const Color us = position_side(position);
    const Square king = position_king(position, color_flip(us));
    const Bitboard attacked = type == PAWN
                                  ? attacks_pawn(us, square)
                                  : attacks_piece(type, square, position_occupied(position));
    return type != KING && bb_has(attacked, king);
}

/* What a quiet move is worth besides its histories. */
static int expected_bonus(const Position *position, Move move) {
    const int dangers[PIECE_TYPES] = {0, DANGER_MINOR, DANGER_MINOR, DANGER_ROOK, DANGER_QUEEN, 0};
    const PieceType type = piece_type(position_piece_on(position, move_from(move)));
    const bool checks =
        checks_from(position, type, move_to(move)) && see_at_least(position, move, CHECK_THRESHOLD);
    const int check = checks ? CHECK_BONUS : 0;
    if (is_in_danger(position, type, move_to(move)))
        return check - dangers[type];
    return check + (is_in_danger(position, type, move_from(move)) ? dangers[type] : 0);
}

/* Of all quiet moves: by side, piece, and whether the enemy attacks origin and destination. */
static int butterfly_of(const Position *position, Move move) {
    const Square from = move_from(move), to = move_to(move);
    const Color side = position_side(position);
    const bool from_attacked = enemies_at(position, from) != 0;
    const bool to_attacked = enemies_at(position, to) != 0;
    const int by_squares = histories->butterfly[side][from_attacked][to_attacked][from][to] +
                           histories->plain[side][from][to];
    const Piece piece = position_piece_on(position, from);
    const int by_piece = histories->piece_to[piece][from_attacked][to_attacked][to];
    return (by_squares * SQUARES_HISTORY_PERCENT / 100 + by_piece) / 2;
}

/* Quiet moves in the order of their histories, checks and dangers, where nothing else counts. */
static void expect_quiets_by_merit(const Position *position) {
    static const Move NOTHING[PICKER_REFUTATIONS] = {MOVE_NONE, MOVE_NONE, MOVE_NONE};
    static PieceToHistory neutral;
    if (position_in_check(position))
        return;
    const PickerSource source = {position, histories, {&neutral, &neutral, &neutral, &neutral}};
    Picker picker;
    begin(&picker, &source, MOVE_NONE, NOTHING);
    const MoveList out = drain(position, &picker, MAX_MOVES);
    PieceToHistory *pawns = pawn_history(histories, position->pawn_key);
    int last = INT_MAX;
    for (int i = 0; i < out.count; i++) {
        const Move move = out.moves[i];
        if (position_is_noisy(position, move))
            continue;
        const Piece piece = position_piece_on(position, move_from(move));
        const int learnt = QUIET_BUTTERFLY_WEIGHT * butterfly_of(position, move) +
                           QUIET_PAWNS_WEIGHT * (*pawns)[piece][move_to(move)];
        const int merit = learnt / 8 + expected_bonus(position, move);
        if (merit > last)
            fail_at(position, "quiet move after a worse one", move);
        last = merit;
    }
}

static void expect_no_quiets_when_skipped(const Position *position) {
    const MoveList legal = moves_of(position);
    const Move refutations[PICKER_REFUTATIONS] = {random_hint(&legal), random_hint(&legal),
                                                  random_hint(&legal)};
    const int until = random_below(&seed, legal.count + 2);
    const Move table_move = until > 0 ? random_hint(&legal) : MOVE_NONE;
    const PickerSource source = source_of(position);
    Picker picker;
    begin(&picker, &source, table_move, refutations);
    const MoveList out = drain(position, &picker, until);
    for (int i = 0; i < out.count; i++) {
        if (!contains(&legal, out.moves[i]))
            fail_at(position, "illegal", out.moves[i]);
        if (i >= until && !position_is_noisy(position, out.moves[i]))
            fail_at(position, "quiet move though skipped", out.moves[i]);
    }
    for (int i = 0; i < legal.count; i++)
        if (position_is_noisy(position, legal.moves[i]) && !contains(&out, legal.moves[i]))
            fail_at(position, "noisy move lost", legal.moves[i]);
}

static void expect_noisy_moves_alone(const Position *position) {
    const MoveList legal = moves_of(position);
    const int threshold = random_below(&seed, 3) ? random_below(&seed, 1200) - 500 : 0;
    MoveList wanted;
    wanted.count = 0;
    for (int i = 0; i < legal.count; i++) {
        const Move move = legal.moves[i];
        if (position_in_check(position) ||
            (position_is_noisy(position, move) && see_at_least(position, move, threshold)))
            wanted.moves[wanted.count++] = move;
    }
    const Move table_move = random_hint(&legal);
    const PickerSource source = source_of(position);
    Picker picker;
    picker_begin_noisy(&picker, &source, table_move, threshold);
    const MoveList out = drain(position, &picker, MAX_MOVES);
    expect_same_set(position, &out, &wanted);
    if (contains(&wanted, table_move) && out.moves[0] != table_move)
        fail_at(position, "table move is not the first", table_move);
}

static void visit_with_new_histories(void (*visit)(const Position *position)) {
    for (uint64_t round = 0; round < 4; round++) {
        seed = 1000 + round;
        fill_histories();
        visit_playouts(FENS, GAMES, PLIES, round, visit);
    }
}

static void hands_out_each_legal_move_once(void **state) {
    (void)state;
    visit_with_new_histories(expect_each_legal_move_once);
}

static void refutations_lead_the_quiet_moves(void **state) {
    (void)state;
    visit_with_new_histories(expect_refutations_early);
}

static void quiet_moves_follow_their_histories(void **state) {
    (void)state;
    visit_with_new_histories(expect_quiets_by_merit);
}

static void skips_quiets_and_nothing_else(void **state) {
    (void)state;
    visit_with_new_histories(expect_no_quiets_when_skipped);
}

static void the_noisy_picker_hands_out_what_wins(void **state) {
    (void)state;
    visit_with_new_histories(expect_noisy_moves_alone);
}

static void without_moves_there_is_nothing_to_pick(void **state) {
    (void)state;
    static const char *const ENDS[] = {"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
                                       "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"};
    seed = 9;
    for (int i = 0; i < (int)ARRAY_LENGTH(ENDS); i++) {
        const Position position = position_of(ENDS[i]);
        for (int round = 0; round < 100; round++) {
            expect_each_legal_move_once(&position);
            expect_noisy_moves_alone(&position);
        }
    }
}

/* Any 16 bits at all as table move and refutation. */
static void any_hint_is_harmless(void **state) {
    (void)state;
    for (int i = 0; FENS[i]; i++) {
        const Position position = position_of(FENS[i]);
        const MoveList legal = moves_of(&position);
        const PickerSource source = source_of(&position);
        for (int bits = 0; bits <= UINT16_MAX; bits += 5) {
            const Move hint = (Move)bits;
            const Move refutations[PICKER_REFUTATIONS] = {hint, (Move)(bits + 1), hint};
            Picker picker;
            begin(&picker, &source, (Move)(bits + 2), refutations);
            const MoveList out = drain(&position, &picker, MAX_MOVES);
            assert_int_equal(out.count, legal.count);
        }
    }
}

int main(void) {
    chess_init();
    histories = malloc(sizeof *histories);
    SharedHistories *shared = calloc(1, shared_histories_bytes(1));
    if (!histories || !shared)
        return 1;
    histories_clear(histories);
    histories_use(histories, (HistoryShare){shared, 1});
    fill_histories();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_out_each_legal_move_once),
        cmocka_unit_test(refutations_lead_the_quiet_moves),
        cmocka_unit_test(quiet_moves_follow_their_histories),
        cmocka_unit_test(skips_quiets_and_nothing_else),
        cmocka_unit_test(the_noisy_picker_hands_out_what_wins),
        cmocka_unit_test(without_moves_there_is_nothing_to_pick),
        cmocka_unit_test(any_hint_is_harmless),
    };
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    free(shared);
    free(histories);
    return failures;
}
