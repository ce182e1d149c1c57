#include "search/learning.h"

#include "base/integers.h"
#include "chess/movegen.h"
#include "search/tunables.h"

/* Credits a piece's move as the sequel of the moves that led to the node of a frame. An evasion
 * says little of what was played long before. The shares are 1/1024 of the bonus. */
static void update_continuations(const Frame *frame, bool in_check, Piece piece, Square to,
                                 int bonus) {
    const struct {
        int back, share;
    } continuations[] = {{1, CONTINUATION_SHARE_1},
                         {2, CONTINUATION_SHARE_2},
                         {4, CONTINUATION_SHARE_4},
                         {6, CONTINUATION_SHARE_6}};
    const int sum = (2 * shared_entry(&(*frame[-1].continuation)[piece][to]) +
                     2 * shared_entry(&(*frame[-2].continuation)[piece][to]) +
                     shared_entry(&(*frame[-4].continuation)[piece][to]) +
                     shared_entry(&(*frame[-6].continuation)[piece][to])) /
                    4;
    const int count = in_check ? 2 : (int)ARRAY_LENGTH(continuations);
    for (int i = 0; i < count; i++) {
        const Frame *earlier = frame - continuations[i].back;
        if (earlier->piece != NO_PIECE)
            shared_entry_add_by(&(*earlier->continuation)[piece][to], sum,
                                bonus * continuations[i].share / 1024, HISTORY_LIMIT);
    }
}

static void update_quiet(const Node *node, Move move, int bonus) {
    Histories *histories = &node->worker->histories;
    const Piece piece = position_piece_on(node->position, move_from(move));
    butterfly_history_add(histories, piece, node->frame->threats, move, bonus);
    shared_entry_add(&(*pawn_history(histories, node->position->pawn_key))[piece][move_to(move)],
                     bonus, HISTORY_LIMIT);
    if (node->ply < ROOT_PLIES)
        history_add(&histories->near_root[node->ply][move_from(move)][move_to(move)], bonus,
                    HISTORY_LIMIT);
    update_continuations(node->frame, node->in_check, piece, move_to(move), bonus);
}

static int history_bonus(int depth) {
    return int_min(HISTORY_BONUS_SLOPE * depth - HISTORY_BONUS_OFFSET, HISTORY_BONUS_LIMIT);
}

static int history_malus(int depth) {
    return int_min(HISTORY_MALUS_SLOPE * depth - HISTORY_MALUS_OFFSET, HISTORY_MALUS_LIMIT);
}

/* A quiet move that was thought to be among the best of its node, and is refuted, is blamed as the
 * sequel that it was (as in Stockfish): 7.4 Elo. */
static void blame_refuted_move(const Node *node) {
    const Frame *last = node->frame - 1;
    if (node->ply > 1 && last->move_count <= FIRST_MOVES && node->frame->excluded == MOVE_NONE &&
        learning_follows_quiet(node))
        update_continuations(last, true, last->piece, move_to(last->move),
                             -history_malus(node->depth));
}

void learning_table_cutoff(const Node *node) {
    if (node->result < node->beta)
        return;
    blame_refuted_move(node);
    if (node->table_move != MOVE_NONE && !node->table_noisy &&
        movegen_is_legal(node->position, node->table_move)) {
        node->frame->threats = position_threats(node->position).by_any;
        update_quiet(node, node->table_move, history_bonus(node->depth));
    }
}

static void update_noisy(const Node *node, Move move, int bonus) {
    const Piece piece = position_piece_on(node->position, move_from(move));
    const PieceType taken = position_captured_type(node->position, move);
    history_add(&node->worker->histories.capture[piece][move_to(move)][taken], bonus,
                HISTORY_LIMIT);
}

static void remember_refutation(const Node *node, Move best) {
    Frame *frame = node->frame;
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    if (frame[-1].piece != NO_PIECE)
        node->worker->histories.counter[frame[-1].piece][move_to(frame[-1].move)] = best;
}

void learning_best_move(const Node *node) {
    const Move best = node->best_move;
    const int depth = node->depth + (node->best > node->beta + HISTORY_SURPRISE_MARGIN);
    int bonus = history_bonus(depth);
    if (best != node->table_move)
        bonus = bonus * HISTORY_SURPRISE_PERCENT / 100;
    const int malus = history_malus(node->depth);
    if (node->best >= node->beta) {
        node->frame->cutoffs++;
        blame_refuted_move(node);
    }
    if (!position_is_noisy(node->position, best)) {
        update_quiet(node, best, bonus);
        int share = malus;
        for (int i = 0; i < node->quiet_count; i++, share = share * HISTORY_MALUS_DECAY / 1024)
            update_quiet(node, node->quiets[i], -share);
        remember_refutation(node, best);
    } else {
        update_noisy(node, best, bonus);
    }
    for (int i = 0; i < node->noisy_count; i++)
        update_noisy(node, node->noisy[i], -malus);
}

void learning_all_failed(const Node *node) {
    if (node->frame->excluded != MOVE_NONE || !learning_follows_quiet(node))
        return;
    const Frame *last = node->frame - 1;
    const int bonus = history_bonus(node->depth) * FAIL_LOW_CREDIT / 100;
    learning_credit_last(node, bonus);
    update_continuations(last, true, last->piece, move_to(last->move), bonus);
}

void learning_correction(const Node *node, Bound bound) {
    Score evaluation = node->frame->evaluation;
    if (node->in_check || score_is_decided(node->best) ||
        (node->best_move != MOVE_NONE && position_is_noisy(node->position, node->best_move)) ||
        (bound == BOUND_LOWER && node->best <= evaluation) ||
        (bound == BOUND_UPPER && node->best >= evaluation))
        return;
    const MovePairs pairs = worker_move_pairs(node->worker, node->ply);
    histories_learn_correction(&node->worker->histories, node->position, &pairs, node->best,
                               evaluation, node->depth);
}
