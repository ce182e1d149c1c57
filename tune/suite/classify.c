#include "suite/classify.h"

#include "suite/ending.h"
#include "suite/strategy.h"
#include "suite/tactics.h"

/* Scores in centipawns. */
#define CLEAR_MARGIN   150
#define LEAST_WIN      100 /* of something, by tactics */
#define CLEAR_WIN      200 /* of an ending */
#define CLEAR_LOSS     -200
#define LEAST_HOLD     -100
#define MOST_HOLD      60
#define STILL_OPEN     300 /* the next best move does not win as well */
#define DRAWN          80  /* an ending that is not won yet */
#define LEVEL          200
#define LEAST_NUANCE   40
#define MOST_NUANCE    120
#define MATERIAL_NOISE 60 /* knight for bishop */

static bool holds(const Evidence *evidence) {
    return evidence->best >= LEAST_HOLD && evidence->best <= MOST_HOLD &&
           evidence->next <= CLEAR_LOSS;
}

static Theme ending(const Evidence *evidence) {
    bool wins = evidence->best >= CLEAR_WIN && evidence->next <= DRAWN &&
                evidence->best - evidence->next >= CLEAR_MARGIN;
    return wins || holds(evidence) ? ending_theme(&evidence->line.positions[0]) : THEME_NONE;
}

static Theme tactical(const Evidence *evidence) {
    if (score_is_mate(evidence->best) || evidence->best - evidence->next < CLEAR_MARGIN)
        return THEME_NONE;
    if (holds(evidence))
        return THEME_DEFENCE;
    if (evidence->best < LEAST_WIN || evidence->next > STILL_OPEN)
        return THEME_NONE;
    return tactics_theme(&evidence->line);
}

static Theme positional(const Evidence *evidence) {
    int margin = evidence->best - evidence->next;
    int gain = line_gain(&evidence->line);
    if (evidence->best > LEVEL || evidence->best < -LEVEL || margin < LEAST_NUANCE ||
        margin > MOST_NUANCE || gain > MATERIAL_NOISE || gain < -MATERIAL_NOISE)
        return THEME_NONE;
    return strategy_theme(&evidence->line);
}

Theme classify(const Evidence *evidence) {
    if (evidence->line.length == 0)
        return THEME_NONE;
    const Position *position = &evidence->line.positions[0];
    if (evidence->tablebase)
        return ending_theme(position);
    if (ending_is_one(position))
        return ending(evidence);
    Theme theme = tactical(evidence);
    return theme != THEME_NONE ? theme : positional(evidence);
}
