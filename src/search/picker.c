#include "search/picker.h"

#include <limits.h>

#include "base/integers.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "search/tunables.h"

/* Evasions that take come before those that do not. */
#define EVASION_CAPTURE_BONUS (1 << 20)

/* A move's score and its place in the list as one number: the first of the best has the highest,
 * and that one is found without a branch. Scores are below 2^23. */
#define PLACES MAX_MOVES
#define NO_KEY INT_MIN

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
    const Position *position = picker->source.position;
    Piece piece = position_piece_on(position, move_from(move));
    PieceType taken = position_captured_type(position, move);
    int score = CAPTURE_VALUE_WEIGHT * SEE_VALUE[taken] +
                picker->source.histories->capture[piece][move_to(move)][taken] *
                    CAPTURE_HISTORY_WEIGHT / 16;
    if (move_kind(move) == MOVE_PROMOTION)
        score += CAPTURE_VALUE_WEIGHT * (SEE_VALUE[move_promotion(move)] - SEE_VALUE[PAWN]);
    return score;
}

/* Where quiet moves are looked up. A copy that nobody else can reach: the compiler takes a read of
 * what workers share for a change of everything else, and would fetch the picker's fields again. */
typedef struct QuietTables {
    PickerSource source;
    Color side;
    Bitboard threats;
    PieceToHistory *pawns;
} QuietTables;

ALWAYS_INLINE QuietTables quiet_tables(const Picker *picker) {
    const PickerSource *source = &picker->source;
    return (QuietTables){*source, position_side(source->position), picker->threats.by_any,
                         pawn_history(source->histories, source->position->pawn_key)};
}

/* So many quiet moves are scored at a time, by vectors. No list is so long that it has no room for
 * a block more: that rests on MAX_MOVES being 15 above what any position has. */
#define BLOCK 16

/* What the tables say of the moves of a block. */
typedef struct QuietBlock {
    int16_t squares[BLOCK], piece_to[BLOCK]; /* see butterfly_mean() */
    int16_t pawns[BLOCK];
    int16_t last[BLOCK], second[BLOCK], fourth[BLOCK], sixth[BLOCK];
    int extra[BLOCK]; /* what the score has besides */
} QuietBlock;

ALWAYS_INLINE void look_up_quiet(const QuietTables *tables, Move move, int extra, QuietBlock *block,
                                 int i) {
    PieceToHistory *const *continuations = tables->source.continuations;
    const Piece piece = position_piece_on(tables->source.position, move_from(move));
    const Square to = move_to(move);
    const ButterflyEntries butterfly =
        butterfly_entries(tables->source.histories, tables->side, piece, tables->threats, move);
    block->squares[i] = butterfly.squares;
    block->piece_to[i] = butterfly.piece_to;
    block->pawns[i] = (int16_t)shared_entry(&(*tables->pawns)[piece][to]);
    block->last[i] = (int16_t)shared_entry(&(*continuations[0])[piece][to]);
    block->second[i] = (int16_t)shared_entry(&(*continuations[1])[piece][to]);
    block->fourth[i] = (int16_t)shared_entry(&(*continuations[2])[piece][to]);
    block->sixth[i] = (int16_t)shared_entry(&(*continuations[3])[piece][to]);
    block->extra[i] = extra;
}

/* The weights are eighths. */
ALWAYS_INLINE int quiet_score(const QuietBlock *block, int i) {
    return (QUIET_BUTTERFLY_WEIGHT * butterfly_mean(block->squares[i], block->piece_to[i]) +
            QUIET_PAWNS_WEIGHT * block->pawns[i] + QUIET_LAST_WEIGHT * block->last[i] +
            QUIET_SECOND_WEIGHT * block->second[i] + QUIET_FOURTH_WEIGHT * block->fourth[i] +
            QUIET_SIXTH_WEIGHT * block->sixth[i]) /
               8 +
           block->extra[i];
}

static void score_noisy(Picker *picker) {
    for (int i = picker->next; i < picker->list.count; i++)
        picker->keys[i] = key_of(noisy_score(picker, picker->list.moves[i]), i);
}

/* Squares that matter to a quiet move, by the type of its piece. */
typedef struct QuietSquares {
    Bitboard danger[PIECE_TYPES]; /* attacked by lesser enemy pieces */
    int loss[PIECE_TYPES];        /* what it loses by going there, and gains by leaving */
    const CheckSquares *checks;   /* from where it gives check */
} QuietSquares;

static QuietSquares quiet_squares(const Picker *picker) {
    const Threats *threats = &picker->threats;
    return (QuietSquares){
        .danger = {[KNIGHT] = threats->by_pawns,
                   [BISHOP] = threats->by_pawns,
                   [ROOK] = threats->by_minors,
                   [QUEEN] = threats->by_rooks},
        .loss = {[KNIGHT] = DANGER_MINOR,
                 [BISHOP] = DANGER_MINOR,
                 [ROOK] = DANGER_ROOK,
                 [QUEEN] = DANGER_QUEEN},
        .checks = picker->checks,
    };
}

/* What a move gains by leaving danger or loses by going there, and gains by giving check (as in
 * Stockfish). Without a branch on squares, which nobody can foresee: 1.01 times the nodes a second.
 */
ALWAYS_INLINE int squares_score(const QuietSquares *squares, const Position *position, Move move) {
    const PieceType type = piece_type(position_piece_on(position, move_from(move)));
    int score = 0;
    if (bb_has(squares->checks->of[type], move_to(move)) &&
        see_at_least(position, move, CHECK_THRESHOLD))
        score += CHECK_BONUS;
    const int enters = bb_has(squares->danger[type], move_to(move));
    const int leaves = bb_has(squares->danger[type], move_from(move));
    return score + squares->loss[type] * ((leaves & ~enters) - enters);
}

/* What this search has learnt of a move near the root. */
ALWAYS_INLINE int near_root_score(const Picker *picker, Move move) {
    return NEAR_ROOT_WEIGHT *
           picker->source.histories->near_root[picker->ply][move_from(move)][move_to(move)] /
           (1 + picker->ply);
}

/* Looks up the first moves of a list. */
ALWAYS_INLINE void fill_block(const Picker *picker, const QuietTables *tables,
                              const QuietSquares *squares, const Move *moves, int count,
                              QuietBlock *block) {
    if (count < BLOCK)
        *block = (QuietBlock){0};
    for (int i = 0; i < count; i++)
        look_up_quiet(tables, moves[i], squares_score(squares, tables->source.position, moves[i]),
                      block, i);
    if (picker->ply >= ROOT_PLIES)
        return;
    for (int i = 0; i < count; i++)
        block->extra[i] += near_root_score(picker, moves[i]);
}

/* All tables are read before the first score is worked out: what has just been written cannot be
 * read as vectors for a while. 1.02 times the nodes a second of scores one by one. */
static void score_quiets(Picker *picker) {
    const QuietTables tables = quiet_tables(picker);
    const QuietSquares squares = quiet_squares(picker);
    const int first = picker->next, count = picker->list.count;
    QuietBlock blocks[MAX_MOVES / BLOCK];
    QuietBlock *block = blocks;
    for (int i = first; i < count; i += BLOCK)
        fill_block(picker, &tables, &squares, &picker->list.moves[i], int_min(count - i, BLOCK),
                   block++);
    block = blocks;
    for (int i = first; i < count; i += BLOCK, block++) {
        for (int j = 0; j < BLOCK; j++)
            picker->keys[i + j] = key_of(quiet_score(block, j), i + j);
    }
}

static void score_evasions(Picker *picker) {
    if (picker->noisy_only)
        picker->threats = position_threats(picker->source.position);
    const QuietTables tables = quiet_tables(picker);
    for (int i = 0; i < picker->list.count; i++) {
        const Move move = picker->list.moves[i];
        int score;
        if (position_is_noisy(picker->source.position, move)) {
            score = noisy_score(picker, move) + EVASION_CAPTURE_BONUS;
        } else {
            QuietBlock block;
            look_up_quiet(&tables, move, 0, &block, 0);
            score = quiet_score(&block, 0);
        }
        picker->keys[i] = key_of(score, i);
    }
}

/* The greatest key from there on, and the next greatest. */
ALWAYS_INLINE void find_best(Picker *picker, int next) {
    const int *keys = picker->keys;
    int best = keys[next], second = NO_KEY;
    for (int i = next + 1; i < picker->list.count; i++) {
        second = int_max(second, int_min(keys[i], best));
        best = int_max(best, keys[i]);
    }
    picker->best = best;
    picker->second = second;
}

/* Brings the best of the moves left to the front and takes it. The second best is expected next, so
 * that only every other move has to be looked for. */
static Move take_best(Picker *picker) {
    const int next = picker->next++;
    if (picker->best == NO_KEY)
        find_best(picker, next);
    int *keys = picker->keys;
    Move *moves = picker->list.moves;
    const int best = picker->best, second = picker->second, place = place_of(best);
    const Move move = moves[place];
    picker->expected = second != NO_KEY ? moves[place_of(second)] : MOVE_NONE;
    /* Where it stands first it is about to move. */
    picker->best = second != NO_KEY && place_of(second) != next ? second : NO_KEY;
    picker->second = NO_KEY;
    moves[place] = moves[next];
    moves[next] = move;
    keys[place] = keys[next] + next - place;
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

/* The stage that the first moves are generated in. */
static PickerStage first_stage(const Position *position) {
    return position_in_check(position) ? PICK_EVASION_PREPARE : PICK_NOISY_PREPARE;
}

static void begin(Picker *picker, const PickerSource *source, Move table_move) {
    const Position *position = source->position;
    picker->source = *source;
    picker->checks = NULL;
    picker->next = picker->bad_count = picker->bad_next = picker->refutation = 0;
    picker->list.count = 0;
    picker->expected = MOVE_NONE;
    picker->best = picker->second = NO_KEY;
    picker->see_threshold = 0;
    picker->ply = ROOT_PLIES;
    picker->noisy_only = false;
    picker->table_move = movegen_is_legal(position, table_move) ? table_move : MOVE_NONE;
    picker->stage = picker->table_move != MOVE_NONE ? PICK_TABLE_MOVE : first_stage(position);
}

void picker_begin(Picker *picker, const PickerSource *source, const CheckSquares *checks,
                  Move table_move, int ply, const Move refutations[PICKER_REFUTATIONS]) {
    begin(picker, source, table_move);
    picker->checks = checks;
    picker->ply = ply;
    picker->threats = position_threats(source->position);
    for (int i = 0; i < PICKER_REFUTATIONS; i++)
        picker->refutations[i] = refutations[i];
}

void picker_begin_noisy(Picker *picker, const PickerSource *source, Move table_move,
                        int see_threshold) {
    const Position *position = source->position;
    if (!position_in_check(position) &&
        (!movegen_is_legal(position, table_move) || !position_is_noisy(position, table_move) ||
         !see_at_least(position, table_move, see_threshold)))
        table_move = MOVE_NONE;
    begin(picker, source, table_move);
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
        if (see_at_least(picker->source.position, move, threshold))
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
            movegen_is_legal(picker->source.position, move) &&
            !position_is_noisy(picker->source.position, move))
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
        picker->stage = first_stage(picker->source.position);
        return picker->table_move;

    case PICK_NOISY_PREPARE:
        movegen_noisy(picker->source.position, &picker->list);
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
            movegen_quiet(picker->source.position, &picker->list);
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
        movegen_all(picker->source.position, &picker->list);
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
