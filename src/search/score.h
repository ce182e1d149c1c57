#pragma once

#include "chess/game.h"

/* Scores in centipawns from the view of the side to move; mate scores count plies from the root. */

typedef int Score;

#define SCORE_DRAW 0
/* What a draw within the tree may be worth more or less than that: see worker_draw_score(). */
#define SCORE_DRAW_SWING 1
#define SCORE_INFINITE   32001
#define SCORE_NONE       32002
#define SCORE_MATE       32000
/* The least score that announces a mate. */
#define SCORE_MATE_BOUND (SCORE_MATE - MAX_PLY)
/* A win that an endgame table promises is worth less than a mate that has been seen. Like mates it
 * counts plies from the root, but to the position that the table knows. */
#define SCORE_TABLEBASE (SCORE_MATE_BOUND - 1)
/* The least score of such a win. */
#define SCORE_TABLEBASE_BOUND (SCORE_TABLEBASE - MAX_PLY)
/* Static evaluations keep clear of both. */
#define SCORE_EVALUATION_BOUND (SCORE_TABLEBASE_BOUND - 1)

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* What a search with that window has found out by a score. */
static inline Bound score_bound(Score score, Score alpha, Score beta) {
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/* Score of mating on the given ply from the root. */
static inline Score score_mate_in(int ply) {
    return SCORE_MATE - ply;
}

static inline Score score_mated_in(int ply) {
    return ply - SCORE_MATE;
}

/* Whether a score is one that a draw within the tree may have. */
static inline bool score_may_be_draw(Score score) {
    return score >= SCORE_DRAW - SCORE_DRAW_SWING && score <= SCORE_DRAW + SCORE_DRAW_SWING;
}

/* Whether a mate is announced for either side. */
static inline bool score_is_mate(Score score) {
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

/* Whether the game is won for either side: by a mate, or by what an endgame table says. */
static inline bool score_is_decided(Score score) {
    return score >= SCORE_TABLEBASE_BOUND || score <= -SCORE_TABLEBASE_BOUND;
}

/* Whether that is by an endgame table, not by a mate. */
static inline bool score_is_by_table(Score score) {
    return score_is_decided(score) && !score_is_mate(score);
}

/* Moves (not plies) to the announced mate, negative when the side to move is mated. */
static inline int score_mate_moves(Score score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -((SCORE_MATE + score) / 2);
}

/* Whether an announced mate, seen from a node at `ply`, comes after the fifty-move rule has drawn
 * the game, unless a capture or pawn move comes before: the table's entry was made for another
 * counter. */
static inline bool score_outlasts_rule50(Score score, int ply, int rule50) {
    const int plies = SCORE_MATE - (score < 0 ? -score : score) - ply;
    return score_is_mate(score) && plies > 100 - rule50;
}
