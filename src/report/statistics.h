#pragma once

#include <stddef.h>
#include <stdint.h>

/* What can be said of a few trials. Pure; any thread. */

typedef struct Interval {
    double low;
    double high;
} Interval;

/* A median, and an interval that holds the true one. All three are NAN where nothing is known. */
typedef struct Estimate {
    double median;
    double low;
    double high;
} Estimate;

/* The rate of success that lies behind `successes` of `trials`, with 95 % confidence (E. B. Wilson,
 * 1927). 0 to 1 without a trial. */
Interval statistics_wilson(uint64_t successes, uint64_t trials);

/* How probable it is that `a + b` tosses of a fair coin fall at least as unevenly as a to b, either
 * way round: the sign test, and McNemar's exact test (Q. McNemar, 1947) when a and b are what only
 * one of two has solved. 1 without a toss. */
double statistics_sign_test(uint64_t a, uint64_t b);

/* For qsort(): orders elements that begin with a double by that. */
int statistics_compare(const void *a, const void *b);

/* The middle one, or the mean of the two in the middle; sorts the values. 0 for none. */
double statistics_median(double *values, size_t count);
