#include "train/foresight.h"

#include <math.h>
#include <string.h>

#include "chain/filter.h"
#include "train/logistic.h"

/* Centipawns for a logit of 1 where scores are averaged. The average depends little on it. */
#define AVERAGING_K 200.0

/* To what logistic_score() gives back. */
static double clamp(double score) {
    return score > FILTER_DECIDED    ? FILTER_DECIDED
           : score < -FILTER_DECIDED ? -FILTER_DECIDED
                                     : score;
}

void foresight_scores(const ChainGame *game, double lambda, int16_t scores[CHAIN_MAX_PLIES]) {
    memcpy(scores, game->scores, (size_t)game->ply_count * sizeof *scores);
    if (lambda == 0)
        return;
    double sum = 0, weight = 0;
    for (int ply = game->ply_count - 1; ply >= 0; ply--) {
        const double others = weight - sum; /* the sum from the view of the other side */
        sum = logistic_expectation(clamp(game->scores[ply]), AVERAGING_K) + lambda * others;
        weight = 1 + lambda * weight;
        scores[ply] = (int16_t)lrint(logistic_score(sum / weight, AVERAGING_K));
    }
}
