#include "search/quiescence.h"

#include "base/integers.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "search/tunables.h"

typedef struct QuietNode {
    Worker *worker;
    const Position *position;
    int ply;
    Score alpha, beta;
    bool in_check;
    bool table_hit;
    TableEntry entry;
    Score raw_evaluation; /* SCORE_NONE in check */
    Score evaluation;     /* corrected; SCORE_NONE in check */
    CheckInfo checks;     /* that a move may give, from the first move on; not in check */
    Score best;
    Move best_move;
} QuietNode;

ALWAYS_INLINE Score search(Worker *worker, int ply, Score alpha, Score beta, bool pv, bool first);

static Score search_pv(Worker *worker, int ply, Score alpha, Score beta) {
    return search(worker, ply, alpha, beta, true, false);
}

static Score search_zero_window(Worker *worker, int ply, Score alpha, Score beta) {
    return search(worker, ply, alpha, beta, false, false);
}

/* The first ply, which tries checks, too. */
static Score search_first(Worker *worker, int ply, Score alpha, Score beta) {
    return search(worker, ply, alpha, beta, false, true);
}

Score quiescence_search(Worker *worker, int ply, Score alpha, Score beta, bool pv) {
    return pv ? search_pv(worker, ply, alpha, beta) : search_first(worker, ply, alpha, beta);
}

/* Looks the node up; true when the table settles it. Worth 44 Elo (+/- 12, at 10,000
 * nodes a move), with the refinement below. */
ALWAYS_INLINE bool probe_table(QuietNode *node, bool pv) {
    node->table_hit =
        tt_probe(node->worker->control->setup.table, node->position->key, node->ply, &node->entry);
    return node->table_hit && !pv && tt_settles(&node->entry, node->beta) &&
           !score_outlasts_rule50(node->entry.score, node->ply, node->position->rule50);
}

static void store(const QuietNode *node, Bound bound, bool pv) {
    TableEntry entry = {
        .move = node->best_move,
        .score = node->best,
        .evaluation = node->raw_evaluation,
        .depth = 0,
        .bound = bound,
        .pv = pv || (node->table_hit && node->entry.pv),
    };
    tt_store(node->worker->control->setup.table, node->position->key, node->ply, &entry);
}

/* The score of not moving: in check there is none. That the table refines it is worth 12 Elo
 * (+/- 12, at 10,000 nodes). */
static void stand_pat(QuietNode *node) {
    if (node->in_check) {
        node->evaluation = SCORE_NONE;
        node->best = -SCORE_INFINITE;
        return;
    }
    node->evaluation = worker_correct_evaluation(node->worker, node->ply, node->raw_evaluation,
                                                 worker_correction(node->worker, node->ply));
    node->best = node->table_hit ? tt_refine(&node->entry, node->evaluation) : node->evaluation;
}

/* Whether a move takes the man that moved last. */
ALWAYS_INLINE bool takes_back(const QuietNode *node, Move move) {
    const Frame *last = worker_frame(node->worker, node->ply) - 1;
    return last->piece != NO_PIECE && move_to(last->move) == move_to(move);
}

/* Whether a capture cannot lift a hopeless node above alpha. That what takes back can is worth 4.9
 * Elo at 25,000 nodes a move (+/- 6.1). */
ALWAYS_INLINE bool is_futile(QuietNode *node, Move move, int move_count) {
    if (node->in_check || node->best <= -SCORE_TABLEBASE_BOUND ||
        position_gives_check(node->position, &node->checks, move) ||
        move_kind(move) == MOVE_PROMOTION)
        return false;
    if (move_count > QUIESCENCE_MOVES)
        return true;
    if (takes_back(node, move))
        return false;
    const Score reach = node->evaluation + QUIESCENCE_FUTILITY +
                        SEE_VALUE[position_captured_type(node->position, move)];
    if (reach > node->alpha)
        return false;
    node->best = int_max(node->best, reach);
    return true;
}

/* Searches a move; true when it decides the node, or the search ends. */
ALWAYS_INLINE bool try_move(QuietNode *node, Move move, bool pv) {
    Worker *worker = node->worker;
    worker_make(worker, node->ply, move);
    Score score = pv ? -search_pv(worker, node->ply + 1, -node->beta, -node->alpha)
                     : -search_zero_window(worker, node->ply + 1, -node->beta, -node->alpha);
    worker_unmake(worker);
    if (worker->aborted)
        return true;
    if (score <= node->best)
        return false;
    node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (pv)
        worker_extend_pv(worker, node->ply, move);
    if (score >= node->beta)
        return true;
    node->alpha = score;
    return false;
}

/* Searches the moves; returns with best, best_move and alpha brought up to date. */
ALWAYS_INLINE void search_moves(QuietNode *node, bool pv) {
    Worker *worker = node->worker;
    const PickerSource source = worker_picker_source(worker, node->ply);
    Picker picker;
    picker_begin_noisy(&picker, &source, node->table_hit ? node->entry.move : MOVE_NONE,
                       QUIESCENCE_SEE_LEAST);
    int move_count = 0;
    Move move;
    while ((move = picker_next(&picker, node->in_check && node->best > -SCORE_TABLEBASE_BOUND)) !=
           MOVE_NONE) {
        if (++move_count == 1 && !node->in_check)
            node->checks = position_check_info(node->position);
        worker_prefetch(worker, node->ply, move);
        if (picker.expected != MOVE_NONE)
            worker_prefetch(worker, node->ply, picker.expected);
        if (is_futile(node, move, move_count))
            continue;
        if (try_move(node, move, pv))
            return;
    }
}

/* Lists the direct checks by pieces that take nothing and are legal. */
static void list_checks(const Position *position, MoveList *list) {
    const Color us = position_side(position);
    const Bitboard occupied = position_occupied(position);
    const Square king = position_king(position, color_flip(us));
    const CheckSquares squares = attacks_check_squares(us, king, occupied);
    for (PieceType type = KNIGHT; type <= QUEEN; type++) {
        const Bitboard checks = squares.of[type] & ~occupied;
        Bitboard pieces = position->by_color[us] & position->by_type[type];
        while (pieces) {
            const Square from = bb_pop(&pieces);
            Bitboard targets = attacks_piece(type, from, occupied) & checks;
            while (targets) {
                const Move move = move_make(from, bb_pop(&targets));
                if (movegen_is_legal(position, move))
                    list->moves[list->count++] = move;
            }
        }
    }
}

/* Tries the checks that lose nothing, where the evaluation is not far below alpha. With all quiet
 * checks, not only these, 8.2 Elo at 25,000 nodes a move (+/- 6.1); with these 0.98 times the nodes
 * a second. */
static void search_checks(QuietNode *node) {
    if (node->in_check || node->evaluation + QUIESCENCE_CHECKS <= node->alpha)
        return;
    MoveList list;
    list.count = 0;
    list_checks(node->position, &list);
    for (int i = 0; i < list.count; i++)
        if (see_at_least(node->position, list.moves[i], 0) && try_move(node, list.moves[i], false))
            return;
}

ALWAYS_INLINE Score search(Worker *worker, int ply, Score alpha, Score beta, bool pv, bool first) {
    QuietNode node = {
        .worker = worker,
        .position = &worker->positions[ply],
        .ply = ply,
        .alpha = alpha,
        .beta = beta,
        .in_check = position_in_check(&worker->positions[ply]),
    };
    if (pv) {
        worker->pv_length[ply] = 0;
        if (ply > worker->selective_depth)
            worker->selective_depth = ply;
    }
    if (worker_must_stop(worker))
        return 0;
    if (worker_is_draw(worker, ply))
        return worker_draw_score(worker);
    if (alpha < SCORE_DRAW && worker_may_repeat(worker, ply)) {
        node.alpha = SCORE_DRAW;
        if (node.alpha >= beta)
            return SCORE_DRAW;
    }
    Score user_value;
    if (UNLIKELY(worker->control->setup.values) && worker_user_value(worker, ply, &user_value))
        return user_value;
    /* Before the table is asked, which takes as long to answer: 1.02 times the nodes a second. */
    node.raw_evaluation = node.in_check ? SCORE_NONE : worker_evaluate(worker, ply);
    if (ply >= MAX_PLY)
        return node.in_check ? SCORE_DRAW : node.raw_evaluation;
    if (probe_table(&node, pv))
        return node.entry.score;

    stand_pat(&node);
    if (node.best >= beta) {
        if (!node.table_hit)
            store(&node, BOUND_LOWER, pv);
        return node.best;
    }
    if (node.best > node.alpha)
        node.alpha = node.best;

    search_moves(&node, pv);
    if (first && node.best < beta && !worker->aborted)
        search_checks(&node);
    if (worker->aborted)
        return 0;
    if (node.in_check && node.best == -SCORE_INFINITE)
        return score_mated_in(ply);
    store(&node, node.best >= beta ? BOUND_LOWER : BOUND_UPPER, pv);
    return node.best;
}
