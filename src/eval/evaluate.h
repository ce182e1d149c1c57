#ifndef QUORUM_EVAL_EVALUATE_H
#define QUORUM_EVAL_EVALUATE_H

#include "chess/position.h"

/* No evaluation reaches this, neither above nor below zero. */
#define EVALUATE_BOUND 20000

/* What the position is worth in centipawns for the side to move, by counting and without looking
 * ahead: a pawn is worth about 100 in the endgame. The side to move must not be in check. Pure and
 * the same on every machine; any thread. */
int evaluate(const Position *position);

/* Whether a side has nothing but its king: then it is a matter of rules, such as driving it to the
 * edge, and not of what was learned from games, which end before. Pure; any thread. */
static inline bool evaluate_by_rules(const Position *position) {
    const Bitboard white = position->by_color[WHITE], black = position->by_color[BLACK];
    return (white & (white - 1)) == 0 || (black & (black - 1)) == 0;
}

/* One term of the evaluation: what it gives each colour, from that colour's own view, in the
 * middlegame and in the endgame. */
typedef struct EvaluationTerm {
    const char *title;
    int middlegame[COLORS];
    int endgame[COLORS];
} EvaluationTerm;

#define EVALUATION_TERMS 6

/* How evaluate() comes to its result. The balance of all terms, White minus Black, is weighed by
 * the phase, taken `scale` of `full_scale` times, and a bonus for mating a bare king is added. */
typedef struct Evaluation {
    EvaluationTerm terms[EVALUATION_TERMS];
    int phase, full_phase; /* 0 is a pure endgame */
    int scale, full_scale;
    int mating_bonus; /* White minus Black */
    int total;        /* from White's view */
} Evaluation;

/* The same evaluation with all its terms. The side to move must not be in check. Pure; any
 * thread. */
void evaluate_explain(const Position *position, Evaluation *evaluation);

#endif
