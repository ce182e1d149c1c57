#include "search/material_scale.h"

#include "chess/see.h"
#include "search/tunables.h"

#define WHOLE 32768

/* What the men other than kings are worth, both sides together, and the base: some 34,000 of WHOLE
 * at the start of a game. */
static int share(const Position *position) {
    int sum = MATERIAL_SCALE_BASE;
    for (PieceType type = PAWN; type < KING; type++)
        sum += SEE_VALUE[type] * bb_count(position->by_type[type]);
    return sum;
}

Score material_scale(const Position *position, Score evaluation) {
    return evaluation * share(position) / WHOLE;
}

Score material_unscale(const Position *position, Score score) {
    if (score_is_decided(score))
        return score;
    score = score * WHOLE / share(position);
    score = score > SCORE_EVALUATION_BOUND ? SCORE_EVALUATION_BOUND : score;
    return score < -SCORE_EVALUATION_BOUND ? -SCORE_EVALUATION_BOUND : score;
}
