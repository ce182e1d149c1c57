#include "search/scaling.h"

#include "base/integers.h"
#include "chess/see.h"
#include "search/tunables.h"

#define WHOLE 32768

/* What the men other than kings are worth, both sides together, and the base: some 34,000 of WHOLE
 * at the start of a game. */
static int share_of_men(const Position *position) {
    int sum = MATERIAL_SCALE_BASE;
    for (PieceType type = PAWN; type < KING; type++)
        sum += SEE_VALUE[type] * bb_count(position->by_type[type]);
    return sum;
}

/* Of RULE50_FADE. */
static int share_by_rule50(const Position *position) {
    return RULE50_FADE - int_min(position->rule50, 100);
}

Scaling scaling_of(const Position *position) {
    return (Scaling){
        .men = (double)share_of_men(position) / WHOLE,
        .rule50 = (double)share_by_rule50(position) / RULE50_FADE,
    };
}

Score scaling_apply(const Position *position, Score evaluation) {
    return evaluation * share_of_men(position) / WHOLE * share_by_rule50(position) / RULE50_FADE;
}

Score scaling_undo(const Position *position, Score score) {
    if (score_is_decided(score))
        return score;
    return int_clamp(score * WHOLE / share_of_men(position), -SCORE_EVALUATION_BOUND,
                     SCORE_EVALUATION_BOUND);
}
