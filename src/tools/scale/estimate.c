#include "tools/scale/estimate.h"

#include <math.h>

#define WANTED_CONFIDENCE 0.95

/* The probability that of `count` fair tosses exactly `heads` are heads. */
static double toss_probability(size_t count, size_t heads) {
    double probability = pow(0.5, (double)count);
    for (size_t i = 0; i < heads; i++)
        probability *= (double)(count - i) / (double)(i + 1);
    return probability;
}

/* How many values may be left out at either end. The interval that remains misses the median if
 * no more than that many values are on one side of it. */
static size_t values_outside(size_t count, double *confidence) {
    double tail = toss_probability(count, 0);
    size_t outside = 0;
    while (2 * (outside + 1) < count) {
        double wider = tail + toss_probability(count, outside + 1);
        if (1 - 2 * wider < WANTED_CONFIDENCE)
            break;
        tail = wider;
        outside++;
    }
    *confidence = 1 - 2 * tail;
    return outside;
}

double scale_confidence(size_t count) {
    if (count < 2)
        return 0;
    double confidence;
    values_outside(count, &confidence);
    return confidence;
}

Estimate scale_estimate(double *values, size_t count) {
    if (count == 0)
        return (Estimate){NAN, NAN, NAN};
    double median = statistics_median(values, count); /* which sorts them */
    double confidence;
    size_t outside = count < 2 ? 0 : values_outside(count, &confidence);
    return (Estimate){median, values[outside], values[count - 1 - outside]};
}
