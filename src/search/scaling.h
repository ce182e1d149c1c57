#pragma once

#include "chess/position.h"
#include "search/score.h"

/* Evaluations count for less the fewer men are left, for the more easily such games are drawn (as
 * in Stockfish since 2016), and the longer ago a pawn was moved or a man taken. Any thread. */

/* What is taken of an evaluation, 1 being all of it. */
typedef struct Scaling {
    double men, rule50;
} Scaling;

Scaling scaling_of(const Position *position);

/* What the search makes of the network's evaluation of a position, before corrections. */
Score scaling_apply(const Position *position, Score evaluation);

/* The evaluation by the network that would have become this score, were no move counted by the
 * 50-move rule, at most SCORE_EVALUATION_BOUND; a decided score stays. A network that learns scores
 * of searches is to learn these: it would be scaled twice. */
Score scaling_undo(const Position *position, Score score);
