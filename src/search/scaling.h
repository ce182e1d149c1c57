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

/* The network's evaluation that scaling_apply() would make this score with a 50-move counter of 0,
 * at most SCORE_EVALUATION_BOUND; a decided score stays. A network that learns from scores must
 * learn these, or they would be scaled twice. */
Score scaling_undo(const Position *position, Score score);
