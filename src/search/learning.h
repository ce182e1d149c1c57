#pragma once

#include "base/integers.h"
#include "search/node_context.h"
#include "search/tunables.h"

/* What a node teaches: credit and blame of moves in the histories, killers and counter moves, and
 * the error of the static evaluation. All by the worker's thread, with a node that is not the
 * root. */

/* A move of the table that cuts off, by node->result, blames what it refutes, and a quiet one earns
 * credit as if it had been searched. */
void learning_table_cutoff(const Node *node);

/* Whether a quiet move led here, not a null move. */
ALWAYS_INLINE bool learning_follows_quiet(const Node *node) {
    const Frame *last = node->frame - 1;
    return last->piece != NO_PIECE &&
           !position_is_noisy(&node->worker->positions[node->ply - 1], last->move);
}

/* Credits the last move, which was quiet, by itself, not as a sequel. */
ALWAYS_INLINE void learning_credit_last(const Node *node, int bonus) {
    const Move last = node->frame[-1].move;
    butterfly_history_add(&node->worker->histories, node->frame[-1].piece, node->frame[-1].threats,
                          last, bonus);
}

/* A quiet move that led here is credited with what it did to the evaluation: swing is what both
 * static evaluations together have gained for the side to move (as in Stockfish). */
ALWAYS_INLINE void learning_swing(const Node *node, Score swing) {
    if (learning_follows_quiet(node))
        learning_credit_last(
            node, int_clamp(-SWING_CREDIT_SLOPE * swing, -SWING_CREDIT_LIMIT, SWING_CREDIT_LIMIT) +
                      SWING_CREDIT_BASE);
}

/* Credits the move that raised alpha last, more where it came as a surprise, and blames those that
 * were tried before it, the later the less. Worth 87 Elo (+/- 41, at 10,000 nodes). */
void learning_best_move(const Node *node);

/* No move was good enough, so the one that led here was: it is credited, if quiet, with a share of
 * what it would get at its own node (as in Stockfish). Worth 0.4 Elo (+/- 12, at 10,000 nodes). */
void learning_all_failed(const Node *node);

/* Teaches the correction history what the search found, where that says something about the static
 * evaluation: a quiet position, and a score that is not merely a bound on the wrong side. Worth
 * what stage_evaluation() in node.c says. */
void learning_correction(const Node *node, Bound bound);
