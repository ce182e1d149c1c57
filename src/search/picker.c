#include "search/picker.h"

#include <limits.h>

#include "chess/movegen.h"
#include "chess/see.h"
#include "search/tunables.h"

/* Evasions that take come before those that do not. */
#define EVASION_CAPTURE_BONUS (1 << 20)

/* A move's score and its place in the list as one number: the first of the best has the highest,
 * and that one is found without a branch. Scores are below 2^23. */
#define PLACES MAX_MOVES

ALWAYS_INLINE int key_of(int score, int place) {
    return score * PLACES + PLACES - 1 - place;
}

ALWAYS_INLINE int score_of(int key) {
    return (key - (key & (PLACES - 1))) / PLACES;
}

ALWAYS_INLINE int place_of(int key) {
    return PLACES - 1 - (key & (PLACES - 1));
}

static int noisy_score(const Picker *picker, Move move) {
    const Position *position = picker->position;
    Piece piece = position_piece_on(position, move_from(move));
    PieceType taken = position_captured_type(position, move);
    int score =
        CAPTURE_VALUE_WEIGHT * SEE_VALUE[taken] +
        picker->histories->capture[piece][move_to(move)][taken] * CAPTURE_HISTORY_WEIGHT / 16;
    if (move_kind(move) == MOVE_PROMOTION)
        score += CAPTURE_VALUE_WEIGHT * (SEE_VALUE[move_promotion(move)] - SEE_VALUE[PAWN]);
    return score;
}

/* Where quiet moves are looked up. A copy that nobody else can reach: the compiler takes a read of
 * what workers share for a change of everything else, and would fetch the picker's fields again. */
typedef struct QuietTables {
    const Position *position;
    const Histories *histories;
    Bitboard threats;
    PieceToHistory *pawns;
    Continuations continuations;
} QuietTables;

ALWAYS_INLINE QuietTables quiet_tables(const Picker *picker) {
    return (QuietTables){picker->position, picker->histories, picker->threats.by_any,
                         pawn_history(picker->histories, picker->position->pawn_key),
                         picker->continuations};
}

/* The weights are eighths. */
ALWAYS_INLINE int quiet_score(const QuietTables *tables, Move move) {
    PieceToHistory *const *continuations = tables->continuations.tables;
    Piece piece = position_piece_on(tables->position, move_from(move));
    Square to = move_to(move);
    return (QUIET_BUTTERFLY_WEIGHT *
                butterfly_history(tables->histories, piece, tables->threats, move) +
            QUIET_PAWNS_WEIGHT * shared_entry(&(*tables->pawns)[piece][to]) +
            QUIET_LAST_WEIGHT * shared_entry(&(*continuations[0])[piece][to]) +
            QUIET_SECOND_WEIGHT * shared_entry(&(*continuations[1])[piece][to]) +
            QUIET_FOURTH_WEIGHT * shared_entry(&(*continuations[2])[piece][to]) +
            QUIET_SIXTH_WEIGHT * shared_entry(&(*continuations[3])[piece][to])) /
           8;
}

static void score_noisy(Picker *picker) {
    for (int i = picker->next; i < picker->list.count; i++)
        picker->keys[i] = key_of(noisy_score(picker, picker->list.moves[i]), i);
}

/* Squares that matter to a quiet move, by the type of its piece. */
typedef struct QuietSquares {
    Bitboard danger[PIECE_TYPES]; /* attacked by lesser enemy pieces */
    int loss[PIECE_TYPES];        /* what it loses by going there, and gains by leaving */
    CheckSquares checks;
} QuietSquares;

static QuietSquares quiet_squares(const Picker *picker) {
    const Position *position = picker->position;
    const Threats *threats = &picker->threats;
    const Color us = position_side(position);
    const Square king = position_king(position, color_flip(us));
    return (QuietSquares){
        .danger = {[KNIGHT] = threats->by_pawns,
                   [BISHOP] = threats->by_pawns,
                   [ROOK] = threats->by_minors,
                   [QUEEN] = threats->by_rooks},
        .loss = {[KNIGHT] = DANGER_MINOR,
                 [BISHOP] = DANGER_MINOR,
                 [ROOK] = DANGER_ROOK,
                 [QUEEN] = DANGER_QUEEN},
        .checks = attacks_check_squares(us, king, position_occupied(position)),
    };
}

/* What a move gains by leaving danger or loses by going there, and gains by giving check (as in
 * Stockfish). Without a branch on squares, which nobody can foresee: 1.01 times the nodes a second.
 */
ALWAYS_INLINE int squares_score(const QuietSquares *squares, const Position *position, Move move) {
    const PieceType type = piece_type(position_piece_on(position, move_from(move)));
    int score = 0;
    if (bb_has(squares->checks.of[type], move_to(move)) &&
        see_at_least(position, move, CHECK_THRESHOLD))
        score += CHECK_BONUS;
    const int enters = bb_has(squares->danger[type], move_to(move));
    const int leaves = bb_has(squares->danger[type], move_from(move));
    return score + squares->loss[type] * ((leaves & ~enters) - enters);
}

/* What this search has learnt of moves so near the root. */
ALWAYS_INLINE int near_root_score(const Picker *picker, Move move) {
    if (picker->ply >= ROOT_PLIES)
        return 0;
    return NEAR_ROOT_WEIGHT *
           picker->histories->near_root[picker->ply][move_from(move)][move_to(move)] /
           (1 + picker->ply);
}

static void score_quiets(Picker *picker) {
    const QuietTables tables = quiet_tables(picker);
    const QuietSquares squares = quiet_squares(picker);
    const int count = picker->list.count;
    for (int i = picker->next; i < count; i++) {
        const Move move = picker->list.moves[i];
        const int score = quiet_score(&tables, move) +
                          squares_score(&squares, picker->position, move) +
                          near_root_score(picker, move);
        picker->keys[i] = key_of(score, i);
    }
}

static void score_evasions(Picker *picker) {
    if (picker->noisy_only)
        picker->threats = position_threats(picker->position);
    const QuietTables tables = quiet_tables(picker);
    for (int i = 0; i < picker->list.count; i++) {
        Move move = picker->list.moves[i];
        const int score = position_is_noisy(picker->position, move)
                              ? noisy_score(picker, move) + EVASION_CAPTURE_BONUS
                              : quiet_score(&tables, move);
        picker->keys[i] = key_of(score, i);
    }
}

/* Brings the best of the moves left to the front and takes it; the second best is expected next. */
static Move take_best(Picker *picker) {
    const int next = picker->next++;
    int *keys = picker->keys;
    Move *moves = picker->list.moves;
    int best = keys[next];
    int second = INT_MIN;
    for (int i = next + 1; i < picker->list.count; i++) {
        const int lesser = keys[i] < best ? keys[i] : best;
        second = lesser > second ? lesser : second;
        best = keys[i] > best ? keys[i] : best;
    }
    const int place = place_of(best);
    const Move move = moves[place];
    picker->expected = next + 1 < picker->list.count ? moves[place_of(second)] : MOVE_NONE;
    moves[place] = moves[next];
    moves[next] = move;
    keys[place] = key_of(score_of(keys[next]), place);
    keys[next] = best;
    return move;
}

/* The score of the move taken last. */
static int last_score(const Picker *picker) {
    return score_of(picker->keys[picker->next - 1]);
}

/* Whether a move is among the first `count` refutations. */
static bool is_refutation(const Picker *picker, Move move, int count) {
    for (int i = 0; i < count; i++) {
        if (picker->refutations[i] == move)
            return true;
    }
    return false;
}

static void begin(Picker *picker, const Position *position, const Histories *histories,
                  const Continuations *continuations, Move table_move) {
    picker->position = position;
    picker->histories = histories;
    picker->continuations = *continuations;
    picker->next = picker->bad_count = picker->bad_next = picker->refutation = 0;
    picker->list.count = 0;
    picker->expected = MOVE_NONE;
    picker->see_threshold = 0;
    picker->ply = ROOT_PLIES;
    picker->noisy_only = false;
    picker->table_move = movegen_is_legal(position, table_move) ? table_move : MOVE_NONE;
    picker->stage = picker->table_move != MOVE_NONE ? PICK_TABLE_MOVE
                    : position_in_check(position)   ? PICK_EVASION_PREPARE
                                                    : PICK_NOISY_PREPARE;
}

void picker_begin(Picker *picker, const Position *position, const Histories *histories,
                  const Continuations *continuations, Move table_move, int ply,
                  const Move refutations[PICKER_REFUTATIONS]) {
    begin(picker, position, histories, continuations, table_move);
    picker->ply = ply;
    picker->threats = position_threats(position);
    for (int i = 0; i < PICKER_REFUTATIONS; i++)
        picker->refutations[i] = refutations[i];
}

void picker_begin_noisy(Picker *picker, const Position *position, const Histories *histories,
                        const Continuations *continuations, Move table_move, int see_threshold) {
    if (!position_in_check(position) &&
        (!movegen_is_legal(position, table_move) || !position_is_noisy(position, table_move) ||
         !see_at_least(position, table_move, see_threshold)))
        table_move = MOVE_NONE;
    begin(picker, position, histories, continuations, table_move);
    picker->noisy_only = true;
    picker->see_threshold = see_threshold;
}

static Move next_good_noisy(Picker *picker) {
    while (picker->next < picker->list.count) {
        Move move = take_best(picker);
        if (move == picker->table_move)
            continue;
        int threshold =
            picker->noisy_only ? picker->see_threshold : -last_score(picker) / GOOD_CAPTURE_DIVISOR;
        if (see_at_least(picker->position, move, threshold))
            return move;
        picker->list.moves[picker->bad_count++] = move;
    }
    return MOVE_NONE;
}

/* Refutations come from other nodes and may be anything here. */
static Move next_refutation(Picker *picker) {
    while (picker->refutation < PICKER_REFUTATIONS) {
        const int index = picker->refutation++;
        const Move move = picker->refutations[index];
        if (move != picker->table_move && !is_refutation(picker, move, index) &&
            movegen_is_legal(picker->position, move) && !position_is_noisy(picker->position, move))
            return move;
    }
    return MOVE_NONE;
}

static Move next_quiet(Picker *picker) {
    while (picker->next < picker->list.count) {
        Move move = take_best(picker);
        if (move != picker->table_move && !is_refutation(picker, move, PICKER_REFUTATIONS))
            return move;
    }
    return MOVE_NONE;
}

static Move next_evasion(Picker *picker, bool skip_quiets) {
    while (picker->next < picker->list.count) {
        Move move = take_best(picker);
        if (move != picker->table_move &&
            (!skip_quiets || last_score(picker) >= EVASION_CAPTURE_BONUS / 2))
            return move;
    }
    return MOVE_NONE;
}

Move picker_next(Picker *picker, bool skip_quiets) {
    Move move;
    switch (picker->stage) {
    case PICK_TABLE_MOVE:
        picker->stage =
            position_in_check(picker->position) ? PICK_EVASION_PREPARE : PICK_NOISY_PREPARE;
        return picker->table_move;

    case PICK_NOISY_PREPARE:
        movegen_noisy(picker->position, &picker->list);
        score_noisy(picker);
        picker->stage = PICK_GOOD_NOISY;
        /* fall through */
    case PICK_GOOD_NOISY:
        move = next_good_noisy(picker);
        if (move != MOVE_NONE)
            return move;
        if (picker->noisy_only) {
            picker->stage = PICK_DONE;
            return MOVE_NONE;
        }
        picker->stage = PICK_REFUTATIONS;
        /* fall through */
    case PICK_REFUTATIONS:
        move = skip_quiets ? MOVE_NONE : next_refutation(picker);
        if (move != MOVE_NONE)
            return move;
        picker->stage = PICK_QUIET_PREPARE;
        /* fall through */
    case PICK_QUIET_PREPARE:
        /* Quiet moves follow the bad captures, which wait at the start of the list. */
        picker->list.count = picker->next = picker->bad_count;
        if (!skip_quiets) {
            movegen_quiet(picker->position, &picker->list);
            score_quiets(picker);
        }
        picker->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        move = skip_quiets ? MOVE_NONE : next_quiet(picker);
        if (move != MOVE_NONE)
            return move;
        picker->stage = PICK_BAD_NOISY;
        /* fall through */
    case PICK_BAD_NOISY:
        if (picker->bad_next < picker->bad_count)
            return picker->list.moves[picker->bad_next++];
        picker->stage = PICK_DONE;
        return MOVE_NONE;

    case PICK_EVASION_PREPARE:
        movegen_all(picker->position, &picker->list);
        score_evasions(picker);
        picker->stage = PICK_EVASION;
        /* fall through */
    case PICK_EVASION:
        return next_evasion(picker, skip_quiets);

    case PICK_DONE:
        break;
    }
    return MOVE_NONE;
}
