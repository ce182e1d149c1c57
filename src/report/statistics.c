#include "report/statistics.h"

#include <math.h>
#include <stdlib.h>

/* Half the width, in standard deviations, of what holds 95 % of a normal distribution. */
#define NORMAL_95 1.959963984540054

Interval statistics_wilson(uint64_t successes, uint64_t trials) {
    if (trials == 0)
        return (Interval){0, 1};
    double n = (double)trials;
    double rate = (double)successes / n;
    double square = NORMAL_95 * NORMAL_95;
    double centre = rate + square / (2 * n);
    double spread = NORMAL_95 * sqrt(rate * (1 - rate) / n + square / (4 * n * n));
    double scale = 1 + square / n;
    return (Interval){
        .low = successes == 0 ? 0 : (centre - spread) / scale,
        .high = successes == trials ? 1 : (centre + spread) / scale,
    };
}

/* lgamma() keeps a sign for all threads together. */
static double log_factorial(double number) {
    int sign;
    return lgamma_r(number + 1, &sign);
}

double statistics_sign_test(uint64_t a, uint64_t b) {
    uint64_t fewer = a < b ? a : b;
    double tosses = (double)a + (double)b;
    double tail = 0;
    for (uint64_t i = 0; i <= fewer; i++) {
        double ways =
            log_factorial(tosses) - log_factorial((double)i) - log_factorial(tosses - (double)i);
        tail += exp(ways - tosses * log(2));
    }
    return tail < 0.5 ? 2 * tail : 1;
}

int statistics_compare(const void *a, const void *b) {
    double first = *(const double *)a;
    double second = *(const double *)b;
    return (first > second) - (first < second);
}

double statistics_median(double *values, size_t count) {
    if (count == 0)
        return 0;
    qsort(values, count, sizeof values[0], statistics_compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}
