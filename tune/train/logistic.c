#include "train/logistic.h"

#include <math.h>
#include <stdlib.h>

#include "chain/filter.h"

#define SCORES     65536
#define SCORE_ZERO 32768
#define FIT_STEPS  60

double logistic_expectation(double score, double k) {
    return 1.0 / (1.0 + exp(-score / k));
}

double logistic_score(double expectation, double k) {
    const double score = k * log(expectation / (1 - expectation));
    return fmax(fmin(score, FILTER_DECIDED), -FILTER_DECIDED);
}

/* Positions of one score, and half the sum of their outcomes. */
typedef struct ScoreGroup {
    double count;
    double points;
} ScoreGroup;

/* Derivative of the negative log likelihood by 1/K: it rises with 1/K, and is 0 at the best. */
static double slope(const ScoreGroup *groups, double k) {
    double sum = 0;
    for (int i = 0; i < SCORES; i++) {
        const double score = i - SCORE_ZERO;
        if (groups[i].count > 0)
            sum += (logistic_expectation(score, k) * groups[i].count - groups[i].points) * score;
    }
    return sum;
}

double logistic_fit(const PositionStore *store) {
    ScoreGroup *groups = calloc(SCORES, sizeof *groups);
    if (!groups)
        return LOGISTIC_K_MAX;
    for (size_t i = 0; i < store->count; i++) {
        const PackedPosition *packed = store_at(store, i);
        if (packed->kind != PACKED_OF_GAME)
            continue;
        groups[SCORE_ZERO + packed->score].count += 1;
        groups[SCORE_ZERO + packed->score].points += packed->outcome / 2.0;
    }
    double low = 1 / LOGISTIC_K_MAX, high = 1 / LOGISTIC_K_MIN;
    for (int step = 0; step < FIT_STEPS; step++) {
        const double middle = (low + high) / 2;
        if (slope(groups, 1 / middle) < 0)
            low = middle;
        else
            high = middle;
    }
    free(groups);
    return 2 / (low + high);
}
