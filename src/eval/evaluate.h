#ifndef QUORUM_EVAL_EVALUATE_H
#define QUORUM_EVAL_EVALUATE_H

#include "chess/position.h"

/* No evaluation reaches this, neither above nor below zero. */
#define EVALUATE_BOUND 20000

/* What the position is worth in centipawns for the side to move, by counting and without looking
 * ahead: a pawn is worth about 100 in the endgame. The side to move must not be in check. Pure and
 * the same on every machine; any thread. */
int evaluate(const Position *position);

#endif
