#pragma once

#include "chess/position.h"
#include "search/score.h"

/* Evaluations count for less the fewer men are left, for the more easily such games are drawn (as
 * in Stockfish since 2016). Any thread. */

/* What the search makes of the network's evaluation of a position, before corrections. */
Score material_scale(const Position *position, Score evaluation);

/* The evaluation by the network that would have become this score, at most SCORE_EVALUATION_BOUND;
 * a decided score stays. A network that learns scores of searches is to learn these: it would be
 * scaled twice. */
Score material_unscale(const Position *position, Score score);
