#include "search/node.h"

#include <stdlib.h>

#include "base/integers.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "search/learning.h"
#include "search/quiescence.h"
#include "search/reduction.h"
#include "search/tablebase.h"
#include "search/tunables.h"

/* A node is a list of stages over this context; search_node() below is the list. A stage that
 * returns true has decided the node: its score is in `result`, or the search has been aborted and
 * no score matters. */

/* What a table says is worth as much as a search deeper by so many plies. */
#define TABLEBASE_DEPTH 6

/* Whether a score is above beta and neither proves anything: it may then be drawn towards beta. */
ALWAYS_INLINE bool is_beyond(Score score, Score beta) {
    return score > beta && !score_is_decided(score) && !score_is_decided(beta);
}

/* Ends the search, finds draws and cuts what cannot beat a mate already found. The rules:
 * nothing to measure. */
ALWAYS_INLINE bool stage_ends(Node *node, bool pv) {
    Worker *worker = node->worker;
    if (pv) {
        worker->pv_length[node->ply] = 0;
        worker->selective_depth = int_max(worker->selective_depth, node->ply);
    }
    node->result = worker_draw_score(worker);
    if (worker_must_stop(worker) || worker_is_draw(worker, node->ply))
        return true;
    if (node->alpha < SCORE_DRAW && worker_may_repeat(worker, node->ply)) {
        node->result = node->alpha = SCORE_DRAW;
        if (node->alpha >= node->beta)
            return true;
    }
    if (UNLIKELY(worker->control->setup.values) &&
        worker_user_value(worker, node->ply, &node->result))
        return true;
    if (node->ply >= MAX_PLY) {
        node->result = node->in_check ? SCORE_DRAW : worker_evaluate(worker, node->ply);
        return true;
    }
    /* Mate distance pruning: no line from here is better than mating at once. */
    node->alpha = int_max(node->alpha, score_mated_in(node->ply));
    node->beta = int_min(node->beta, score_mate_in(node->ply + 1));
    node->result = node->alpha;
    return node->alpha >= node->beta;
}

/* What an earlier search of the position says; one as deep decides a zero-window node, with a score
 * nearer to beta than it was when it fails high. Elo at 20,000 or 25,000 nodes a move, all +/- 6.1
 * to 7.8 (as below, where no other nodes are named): 14.0 more than if to fail high it had to be
 * deeper, 6.7 more than if near the leaves only the expected side decided, 6.9 more than with the
 * score as it was. */
ALWAYS_INLINE bool stage_table(Node *node, bool pv) {
    Frame *frame = node->frame;
    node->table_hit =
        tt_probe(node->worker->control->setup.table, node->position->key, node->ply, &node->entry);
    node->table_move = node->table_hit ? node->entry.move : MOVE_NONE;
    node->table_noisy =
        node->table_move != MOVE_NONE && position_is_noisy(node->position, node->table_move);
    if (node->table_move != MOVE_NONE)
        worker_prefetch(node->worker, node->ply, node->table_move);
    if (frame->excluded == MOVE_NONE)
        frame->pv = pv || (node->table_hit && node->entry.pv);
    if (pv || !node->table_hit || frame->excluded != MOVE_NONE || node->entry.depth < node->depth ||
        node->position->rule50 >= 90)
        return false;
    node->result = node->entry.score;
    if (!tt_settles(&node->entry, node->beta) ||
        score_outlasts_rule50(node->result, node->ply, node->position->rule50))
        return false;
    learning_table_cutoff(node);
    if (is_beyond(node->result, node->beta))
        node->result =
            (TABLE_CUTOFF_WEIGHT * node->result + (16 - TABLE_CUTOFF_WEIGHT) * node->beta) / 16;
    return true;
}

/* A bound by the tables that does not cut an open window narrows it. */
static bool probe_tablebase(Node *node, bool pv) {
    Bound bound;
    if (node->frame->excluded != MOVE_NONE ||
        !tablebase_probe(node->worker, node->ply, node->depth, &node->result, &bound))
        return false;
    if (bound == BOUND_EXACT ||
        (bound == BOUND_LOWER ? node->result >= node->beta : node->result <= node->alpha)) {
        TableEntry entry = {
            .score = node->result,
            .evaluation = SCORE_NONE,
            .depth = int_min(node->depth + TABLEBASE_DEPTH, MAX_PLY - 1),
            .bound = bound,
            .pv = node->frame->pv,
        };
        tt_store(node->worker->control->setup.table, node->position->key, node->ply, &entry);
        return true;
    }
    if (pv && bound == BOUND_LOWER) {
        node->best = node->result;
        node->alpha = int_max(node->alpha, node->result);
    } else if (pv) {
        node->ceiling = node->result;
    }
    return false;
}

/* What the endgame tables know, where there are any: exact, so nothing to measure. */
ALWAYS_INLINE bool stage_tablebase(Node *node, bool pv) {
    return UNLIKELY(node->worker->control->tablebase) && probe_tablebase(node, pv);
}

/* The static evaluation, corrected (worth 16 Elo, +/- 12, at 10,000 nodes a move), and whether it
 * has risen (28, likewise). */
ALWAYS_INLINE void stage_evaluation(Node *node) {
    Frame *frame = node->frame;
    node->correction = 0;
    if (node->in_check) {
        node->raw_evaluation = frame->evaluation = node->estimate = SCORE_NONE;
        node->improving = false;
        return;
    }
    node->raw_evaluation = SCORE_NONE;
    if (frame->excluded == MOVE_NONE) {
        node->raw_evaluation = node->table_hit && node->entry.evaluation != SCORE_NONE
                                   ? node->entry.evaluation
                                   : worker_evaluate(node->worker, node->ply);
        node->correction = worker_correction(node->worker, node->ply);
        frame->evaluation = worker_correct_evaluation(node->worker, node->ply, node->raw_evaluation,
                                                      node->correction);
    }
    node->estimate =
        node->table_hit ? tt_refine(&node->entry, frame->evaluation) : frame->evaluation;
    Score before = frame[-2].evaluation != SCORE_NONE ? frame[-2].evaluation : frame[-4].evaluation;
    node->improving = before != SCORE_NONE && frame->evaluation > before;
}

/* What both static evaluations together have gained for the side to move since the last move; false
 * where one is missing. */
ALWAYS_INLINE bool evaluation_swing(const Node *node, Score *swing) {
    const Frame *frame = node->frame;
    if (node->in_check || frame->excluded != MOVE_NONE || frame[-1].evaluation == SCORE_NONE)
        return false;
    *swing = frame->evaluation + frame[-1].evaluation;
    return true;
}

/* Looks back at the last move: a quiet one is credited with what it did to the evaluation, and one
 * that was reduced is searched deeper or less deep where the evaluation says that the reduction was
 * too much or not enough (both as in Stockfish). To change the depth is worth 1.8 Elo. */
ALWAYS_INLINE void stage_hindsight(Node *node) {
    Score swing;
    if (!evaluation_swing(node, &swing))
        return;
    learning_swing(node, swing);
    const int reduction = node->frame[-1].reduction;
    node->frame[-1].reduction = 0; /* the verification of a null move comes here again */
    if (reduction >= 3 && swing <= 0)
        node->depth++;
    else if (reduction >= 2 && node->depth >= 2 && swing > HINDSIGHT_MARGIN)
        node->depth--;
}

/* Razoring: so far below alpha that only a capture could help. Worth 1.5 Elo. */
ALWAYS_INLINE bool stage_razoring(Node *node) {
    if (score_is_decided(node->alpha) ||
        node->estimate >= node->alpha - RAZOR_BASE - RAZOR_SLOPE * node->depth * node->depth)
        return false;
    node->result = quiescence_search(node->worker, node->ply, node->alpha, node->alpha + 1, false);
    return node->result <= node->alpha || node->worker->aborted;
}

/* How far above beta an evaluation must be: further where the histories say that such evaluations
 * err (3.7 Elo), less far where the opponent's last move has lost something (3.0 Elo). */
ALWAYS_INLINE Score reverse_futility_margin(const Node *node) {
    const Score margin = REVERSE_FUTILITY_SLOPE * (node->depth - node->improving) +
                         abs(node->correction) * REVERSE_FUTILITY_CORRECTION / 100;
    Score swing;
    return evaluation_swing(node, &swing) && swing > 0 ? margin - REVERSE_FUTILITY_SLOPE / 3
                                                       : margin;
}

/* Reverse futility: so far above beta that no quiet reply will bring it down. Where the table has a
 * quiet move, to try it costs 7.7 Elo. */
ALWAYS_INLINE bool stage_reverse_futility(Node *node) {
    const bool quiet_in_table = node->table_move != MOVE_NONE && !node->table_noisy;
    if (node->frame->pv || quiet_in_table || node->depth > REVERSE_FUTILITY_DEPTH ||
        node->estimate - reverse_futility_margin(node) < node->beta || score_is_decided(node->beta))
        return false;
    node->result = node->beta + (node->estimate - node->beta) * REVERSE_FUTILITY_SHARE / 1023;
    return true;
}

/* Null move (D. Beal, 1986; C. Donninger, 1993): if passing still fails high, so will a move. Deep
 * nodes verify, against zugzwang. Where a node is not expected to fail high, to try it costs 7.3
 * Elo. */
ALWAYS_INLINE bool stage_null_move(Node *node) {
    Worker *worker = node->worker;
    if (!node->cut_node || node->frame[-1].move == MOVE_NULL || node->estimate < node->beta ||
        node->frame->evaluation + NULL_MOVE_SLOPE * node->depth < node->beta + NULL_MOVE_MARGIN ||
        !position_has_pieces(node->position, position_side(node->position)) ||
        node->ply < worker->null_move_ply || node->beta <= -SCORE_TABLEBASE_BOUND)
        return false;
    int reduction =
        NULL_MOVE_BASE + node->depth / NULL_MOVE_DEPTH_DIVISOR +
        int_min((node->estimate - node->beta) / NULL_MOVE_SCORE_DIVISOR, NULL_MOVE_SCORE_LIMIT);
    worker_make_null(worker, node->ply);
    Score score = -node_search_zero_window(worker, node->ply + 1, node->depth - reduction,
                                           -node->beta + 1, !node->cut_node);
    worker_unmake(worker);
    if (worker->aborted)
        return true;
    if (score < node->beta)
        return false;
    node->result = score >= SCORE_TABLEBASE_BOUND ? node->beta : score;
    if (worker->null_move_ply > 0 || node->depth < NULL_MOVE_VERIFY_DEPTH)
        return true;
    worker->null_move_ply = node->ply + 3 * (node->depth - reduction) / 4;
    score = node_search_zero_window(worker, node->ply, node->depth - reduction, node->beta, false);
    worker->null_move_ply = 0;
    return score >= node->beta || worker->aborted;
}

/* ProbCut (M. Buro, 1995): a capture that beats a raised beta at low depth will beat beta here.
 * Worth 1 Elo (+/- 12, at 10,000 nodes). */
ALWAYS_INLINE bool stage_probcut(Node *node) {
    Score raised = node->beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * node->improving;
    int depth = node->depth - PROBCUT_REDUCTION;
    if (node->depth < PROBCUT_DEPTH || score_is_decided(node->beta) ||
        (node->table_hit && node->entry.depth >= node->depth - 3 && node->entry.score < raised))
        return false;
    Worker *worker = node->worker;
    const PickerSource source = worker_picker_source(worker, node->ply);
    Picker picker;
    picker_begin_noisy(&picker, &source, node->table_move, raised - node->frame->evaluation);
    Move move;
    while ((move = picker_next(&picker, false)) != MOVE_NONE) {
        worker_make(worker, node->ply, move);
        Score score = -quiescence_search(worker, node->ply + 1, -raised, -raised + 1, false);
        if (score >= raised && !worker->aborted)
            score = -node_search_zero_window(worker, node->ply + 1, depth, -raised + 1,
                                             !node->cut_node);
        worker_unmake(worker);
        if (worker->aborted)
            return true;
        if (score >= raised) {
            const TableEntry entry = {
                .move = move,
                .score = score,
                .evaluation = node->raw_evaluation,
                .depth = depth + 1,
                .bound = BOUND_LOWER,
                .pv = node->frame->pv,
            };
            tt_store(worker->control->setup.table, node->position->key, node->ply, &entry);
            node->result = score;
            return true;
        }
    }
    return false;
}

/* Decides a node without looking at its moves one by one. */
ALWAYS_INLINE bool stage_whole_node_pruning(Node *node) {
    if (node->in_check)
        return false;
    if (stage_razoring(node) || stage_reverse_futility(node))
        return true;
    if (node->frame->excluded != MOVE_NONE)
        return false;
    return stage_null_move(node) || stage_probcut(node);
}

/* Internal iterative reduction (E. Schroeder, 2020): without a table move the ordering is poor, so
 * that a full search costs more than it is worth until a shallower one has left a move. Where a
 * node is expected to fail low it costs 29.9 Elo. What was searched far less deep is no better than
 * nothing, for 12.1 Elo. */
ALWAYS_INLINE void stage_internal_reduction(Node *node, bool pv) {
    if ((node->table_move == MOVE_NONE ||
         node->entry.depth + INTERNAL_REDUCTION_LAG <= node->depth) &&
        node->frame->excluded == MOVE_NONE && node->depth >= INTERNAL_REDUCTION_DEPTH &&
        (pv || node->cut_node))
        node->depth--;
}

ALWAYS_INLINE int quiet_history(const Worker *worker, int ply, Move move, Piece piece) {
    const Frame *frame = &worker->frames[FRAME_MARGIN + ply];
    Square to = move_to(move);
    const PieceToHistory *pawns = pawn_history(&worker->histories, worker->positions[ply].pawn_key);
    return (butterfly_history(&worker->histories, piece, frame->threats, move) +
            shared_entry(&(*pawns)[piece][to]) +
            shared_entry(&(*frame[-1].continuation)[piece][to]) +
            shared_entry(&(*frame[-2].continuation)[piece][to])) *
           3 / 4;
}

ALWAYS_INLINE int noisy_history(const Worker *worker, int ply, Move move, Piece piece) {
    const PieceType taken = position_captured_type(&worker->positions[ply], move);
    return worker->histories.capture[piece][move_to(move)][taken];
}

ALWAYS_INLINE Candidate make_candidate(const Node *node, Move move) {
    Candidate candidate = {.move = move};
    candidate.piece = position_piece_on(node->position, move_from(move));
    candidate.quiet = !position_is_noisy(node->position, move);
    candidate.gives_check = position_gives_check(node->position, &node->checks, move);
    if (candidate.quiet)
        candidate.history = quiet_history(node->worker, node->ply, move, candidate.piece);
    else
        candidate.history = noisy_history(node->worker, node->ply, move, candidate.piece);
    return candidate;
}

/* Whether a move that takes or promotes may be left out; it would be searched to `depth`.
 * Worth 63 Elo (+/- 11, at 10,000 nodes). */
ALWAYS_INLINE bool prunes_noisy(const Node *node, const Candidate *candidate, int depth) {
    const PieceType taken = position_captured_type(node->position, candidate->move);
    const int merit = candidate->history / NOISY_HISTORY_DIVISOR;
    if (!node->in_check && !candidate->gives_check && !score_is_decided(node->alpha) &&
        depth < NOISY_FUTILITY_DEPTH && move_kind(candidate->move) != MOVE_PROMOTION &&
        node->frame->evaluation + NOISY_FUTILITY_BASE + NOISY_FUTILITY_SLOPE * depth +
                SEE_VALUE[taken] + merit <=
            node->alpha)
        return true;
    const int margin =
        int_clamp(merit, -SEE_NOISY_DEBIT * node->depth, SEE_NOISY_CREDIT * node->depth);
    return !see_at_least(node->position, candidate->move, -SEE_NOISY_SLOPE * node->depth - margin);
}

/* Futility: whether the evaluation is too far below alpha for a quiet move, to be searched to
 * `depth`, to matter. The node's score is then at least what such a move could reach. That checks
 * are spared is worth 15.2 Elo. */
ALWAYS_INLINE bool prunes_quiet(Node *node, const Candidate *candidate, int depth) {
    if (node->in_check || candidate->gives_check || score_is_decided(node->alpha) ||
        depth >= FUTILITY_DEPTH)
        return false;
    const Score reach = node->frame->evaluation + FUTILITY_BASE + FUTILITY_SLOPE * depth;
    if (reach > node->alpha)
        return false;
    node->best = int_max(node->best, reach);
    return true;
}

/* Whether a late or losing move may be left out; sets *skip_quiets when all further quiet moves
 * may. Worth 308 Elo (+/- 58, at 10,000 nodes). */
ALWAYS_INLINE bool stage_move_pruning(Node *node, const Candidate *candidate, bool *skip_quiets) {
    if (node->best <= -SCORE_TABLEBASE_BOUND ||
        !position_has_pieces(node->position, position_side(node->position)))
        return false;
    const int reduction =
        reduction_base(node->depth, node->move_count) + REDUCTION_NOT_IMPROVING * !node->improving;
    int depth = node->depth - 1 - reduction / 1024;
    if (!candidate->quiet)
        return prunes_noisy(node, candidate, int_max(depth, 0));

    /* Late move pruning. */
    if (node->move_count >=
            (LATE_MOVE_BASE + node->depth * node->depth) / (node->improving ? 1 : 2) &&
        !node->worker->control->limits.keeps_late_moves)
        *skip_quiets = true;
    if (candidate->history < -HISTORY_PRUNE_SLOPE * (node->depth - 1) &&
        depth < HISTORY_PRUNE_DEPTH)
        return true;
    depth = int_max(depth + candidate->history / PRUNING_HISTORY_DIVISOR, -2);
    if (prunes_quiet(node, candidate, depth)) {
        *skip_quiets = true;
        return true;
    }
    depth = int_max(depth, 0);
    return !see_at_least(node->position, candidate->move, -SEE_QUIET_SLOPE * depth * depth);
}

/* Singular extensions (T. Anantharaman, M. Campbell, F. Hsu, 1988): a table move that is better
 * than all others by a margin is searched deeper. If others are as good as beta, the node is cut
 * (multi-cut). Without them 70 Elo less at 32,000 nodes a move (200 games, +/- 32). The third ply
 * is worth 1.3 Elo, that what is not singular is searched up to three plies less deep 3.6, and that
 * what is marked as principal variation is tested from a ply deeper on 5.6. */
ALWAYS_INLINE bool stage_extension(Node *node, Candidate *candidate, bool pv) {
    Frame *frame = node->frame;
    if (candidate->move != node->table_move || frame->excluded != MOVE_NONE ||
        node->depth < SINGULAR_DEPTH + frame->pv || node->entry.depth < node->depth - 3 ||
        !(node->entry.bound & BOUND_LOWER) || score_is_decided(node->entry.score) ||
        node->ply >= 2 * node->worker->root_depth)
        return false;
    const int slope = pv || !frame->pv ? SINGULAR_SLOPE : SINGULAR_PV_SLOPE;
    const Score threshold = node->entry.score - slope * node->depth / 16;
    frame->excluded = candidate->move;
    Score score = node_search_zero_window(node->worker, node->ply, (node->depth - 1) / 2, threshold,
                                          node->cut_node);
    frame->excluded = MOVE_NONE;
    if (node->worker->aborted)
        return true;
    if (score < threshold) {
        candidate->extension = 1;
        node->is_singular = true;
        if (frame->double_extensions < 8) {
            candidate->extension +=
                score < threshold - DOUBLE_EXTENSION_MARGIN - DOUBLE_EXTENSION_PV * pv;
            candidate->extension +=
                !pv && candidate->quiet && score < threshold - TRIPLE_EXTENSION_MARGIN;
        }
        return false;
    }
    if (score >= node->beta && !score_is_decided(score)) {
        node->result = score;
        return true;
    }
    if (node->entry.score >= node->beta)
        candidate->extension = pv ? -2 : -3;
    else if (node->cut_node)
        candidate->extension = -2;
    else if (node->entry.score <= node->alpha)
        candidate->extension = -1;
    return false;
}

/* Whether a node should fail high, but the table has no move that did: its first move is searched a
 * ply less deep, for 8.2 Elo. */
ALWAYS_INLINE bool is_doubtful_cut(const Node *node) {
    return node->cut_node && node->table_move == MOVE_NONE && node->depth >= DOUBTFUL_CUT_DEPTH;
}

/* Searches a move that has been made: all but the first with a zero window and reduced. That the
 * second one in an open window is, too, is worth 4.6 Elo. */
ALWAYS_INLINE Score search_move(Node *node, const Candidate *candidate, bool pv) {
    Worker *worker = node->worker;
    int ply = node->ply + 1;
    int depth = node->depth - 1 + candidate->extension;
    Score alpha = node->alpha;
    Score score = -SCORE_INFINITE;
    bool full_depth = !pv || node->move_count > 1;
    if (node->move_count == 1 && is_doubtful_cut(node))
        depth--;
    if (node->depth >= 2 && node->move_count > 1) {
        int reduction = reduction_plies(node, candidate, pv);
        int reduced = int_max(1, int_min(depth - reduction, depth + 1));
        node->frame->reduction = depth - reduced;
        score = -node_search_zero_window(worker, ply, reduced, -alpha, true);
        node->frame->reduction = 0;
        CENSUS_COUNT(&worker->census, reduced, depth - reduced);
        if (score > alpha)
            CENSUS_COUNT(&worker->census, reduced_high, depth - reduced);
        full_depth = score > alpha && reduced < depth;
        if (full_depth) {
            depth += score > node->best + DEEPER_BASE + DEEPER_SLOPE * depth;
            depth -= score < node->best + SHALLOWER_MARGIN;
            full_depth = reduced < depth;
        }
    }
    if (full_depth && !worker->aborted)
        score = -node_search_zero_window(worker, ply, depth, -alpha, !node->cut_node);
    if (pv && (node->move_count == 1 || (score > alpha && !worker->aborted)))
        score = -node_search_pv(worker, ply, depth, -node->beta, -alpha);
    return score;
}

static void remember_tried(Node *node, const Candidate *candidate) {
    if (candidate->quiet && node->quiet_count < TRIED_QUIETS)
        node->quiets[node->quiet_count++] = candidate->move;
    else if (!candidate->quiet && node->noisy_count < TRIED_NOISY)
        node->noisy[node->noisy_count++] = candidate->move;
}

/* Once a move has raised alpha in an open window the others are less likely to: they are searched
 * one ply less deep, or two (as in Stockfish), and the second ply is worth 12.3 Elo. */
ALWAYS_INLINE void stage_raised_alpha(Node *node) {
    if (node->depth > RAISED_ALPHA_LEAST && node->depth < RAISED_ALPHA_MOST &&
        !score_is_decided(node->alpha))
        node->depth -= node->depth < RAISED_ALPHA_TWICE ? 1 : 2;
}

/* Tries the moves one by one. True if the node was decided by multi-cut or the search ends. */
ALWAYS_INLINE bool search_moves(Node *node, bool pv) {
    Worker *worker = node->worker;
    Frame *frame = node->frame;
    const PickerSource source = worker_picker_source(worker, node->ply);
    const Move refutations[PICKER_REFUTATIONS] = {
        frame->killers[0], frame->killers[1],
        worker->histories.counter[frame[-1].piece][move_to(frame[-1].move)]};
    node->checks = position_check_info(node->position);
    Picker picker;
    picker_begin(&picker, &source, &node->checks.squares, node->table_move, node->ply, refutations);
    frame->threats = picker.threats.by_any;
    bool skip_quiets = false;
    Move move;
    while ((move = picker_next(&picker, skip_quiets)) != MOVE_NONE) {
        if (move == frame->excluded)
            continue;
        node->move_count++;
        Candidate candidate = make_candidate(node, move);
        if (stage_move_pruning(node, &candidate, &skip_quiets))
            continue;
        worker_prefetch(worker, node->ply, move);
        if (picker.expected != MOVE_NONE)
            worker_prefetch(worker, node->ply, picker.expected);
        if (stage_extension(node, &candidate, pv))
            return true;
        if (candidate.move == node->table_move)
            CENSUS_COUNT(&worker->census, extensions, candidate.extension + CENSUS_EXTENSIONS / 2);
        CENSUS_COUNT(&worker->census, moves, node->depth);
        frame->move_count = node->move_count;
        frame->double_extensions = frame[-1].double_extensions + (candidate.extension >= 2);
        worker_make(worker, node->ply, move);
        Score score = search_move(node, &candidate, pv);
        worker_unmake(worker);
        if (worker->aborted)
            return true;
        if (score > node->best) {
            node->best = score;
            if (score > node->alpha) {
                node->best_move = move;
                if (pv)
                    worker_extend_pv(worker, node->ply, move);
                if (score >= node->beta)
                    return false;
                node->alpha = score;
                stage_raised_alpha(node);
            }
        }
        if (move != node->best_move) /* which is to be credited */
            remember_tried(node, &candidate);
    }
    return false;
}

/* Leaves what is worth the way for other processes. */
static __attribute__((noinline, cold)) void offer_to_partners(const Node *node,
                                                              const TableEntry *entry) {
    const TableRecord record = tt_record(node->position->key, node->ply, entry);
    if (entry->depth >=
        atomic_load_explicit(&node->worker->outbox->least_depth, memory_order_relaxed))
        outbox_put(node->worker->outbox, &record);
}

static __attribute__((noinline, cold)) void tell_observer(const Node *node,
                                                          const TableEntry *entry) {
    const NodeObserver *observer = node->worker->control->setup.observer;
    if (node->depth >= observer->least_depth)
        observer->note(observer->context, &(NodeReport){.position = node->position,
                                                        .score = entry->score,
                                                        .bound = entry->bound,
                                                        .depth = node->depth,
                                                        .best = entry->move});
}

/* Leaves the result in the table. Worth 315 Elo (+/- 57, at 10,000 nodes), though
 * quiescence stores without it. */
static void stage_store(const Node *node, Bound bound) {
    TableEntry entry = {
        .move = node->best_move,
        .score = node->best,
        .evaluation = node->raw_evaluation,
        .depth = node->depth,
        .bound = bound,
        .pv = node->frame->pv,
    };
    tt_store(node->worker->control->setup.table, node->position->key, node->ply, &entry);
    if (UNLIKELY(node->worker->outbox))
        offer_to_partners(node, &entry);
    if (UNLIKELY(node->worker->control->setup.observer))
        tell_observer(node, &entry);
}

/* Leaves what the search of the node has found to the histories and the table. A node that fails
 * low inherits the mark of the principal variation, worth -2.7 Elo (+/- 7.8, at 20,000 nodes). */
ALWAYS_INLINE void stage_learn(Node *node, Bound bound) {
    if (node->best_move != MOVE_NONE)
        learning_best_move(node);
    else
        learning_all_failed(node);
    if (node->frame->excluded != MOVE_NONE)
        return;
    if (bound == BOUND_UPPER && node->frame[-1].pv && node->depth > 3)
        node->frame->pv = true;
    stage_store(node, bound);
    learning_correction(node, bound);
}

ALWAYS_INLINE Score search_node(Worker *worker, int ply, int depth, Score alpha, Score beta,
                                bool cut_node, bool pv) {
    Node node;
    node.worker = worker;
    node.position = &worker->positions[ply];
    node.frame = worker_frame(worker, ply);
    node.ply = ply;
    node.depth = int_min(depth, MAX_PLY - 1);
    node.alpha = alpha;
    node.beta = beta;
    node.cut_node = cut_node;
    node.in_check = position_in_check(node.position);
    node.best = -SCORE_INFINITE;
    node.ceiling = SCORE_INFINITE;
    node.best_move = MOVE_NONE;
    node.is_singular = false;
    node.move_count = node.quiet_count = node.noisy_count = 0;

    CENSUS_COUNT(&worker->census, nodes, depth);
    if (stage_ends(&node, pv))
        return node.result;
    if (stage_table(&node, pv) || stage_tablebase(&node, pv)) {
        CENSUS_COUNT(&worker->census, table_cutoffs, depth);
        return node.result;
    }
    worker_prefetch_quiets(worker, ply);
    node.frame[2].killers[0] = node.frame[2].killers[1] = MOVE_NONE;
    node.frame[2].cutoffs = 0;
    node.frame->double_extensions = node.frame[-1].double_extensions;
    stage_evaluation(&node);
    stage_hindsight(&node);
    if (!pv && stage_whole_node_pruning(&node)) {
        CENSUS_COUNT(&worker->census, pruned, depth);
        return node.result;
    }
    stage_internal_reduction(&node, pv);

    Score first_alpha = node.alpha;
    if (search_moves(&node, pv))
        return node.result;
    bool excluding = node.frame->excluded != MOVE_NONE;
    if (node.move_count == 0)
        return excluding ? node.alpha : node.in_check ? score_mated_in(ply) : SCORE_DRAW;
    if (pv)
        node.best = int_min(node.best, node.ceiling);
    if (is_beyond(node.best, node.beta))
        node.best = (node.best * node.depth + node.beta) / (node.depth + 1);
    const Bound bound = score_bound(node.best, first_alpha, node.beta);
    if (node.best >= beta && !excluding) {
        CENSUS_COUNT(&worker->census, cutoffs, depth);
        if (node.move_count == 1)
            CENSUS_COUNT(&worker->census, first_cutoffs, depth);
    }
    stage_learn(&node, bound);
    return node.best;
}

Score node_search_pv(Worker *worker, int ply, int depth, Score alpha, Score beta) {
    if (depth <= 0)
        return quiescence_search(worker, ply, alpha, beta, true);
    return search_node(worker, ply, depth, alpha, beta, false, true);
}

Score node_search_zero_window(Worker *worker, int ply, int depth, Score beta, bool cut_node) {
    if (depth <= 0)
        return quiescence_search(worker, ply, beta - 1, beta, false);
    return search_node(worker, ply, depth, beta - 1, beta, cut_node, false);
}

int node_move_history(const Worker *worker, int ply, Move move) {
    const Position *position = &worker->positions[ply];
    const Piece piece = position_piece_on(position, move_from(move));
    return position_is_noisy(position, move) ? noisy_history(worker, ply, move, piece)
                                             : quiet_history(worker, ply, move, piece);
}
