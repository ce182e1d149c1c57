#pragma once

#include <stddef.h>

#include "report/statistics.h"

/* The median of values in any order, with the interval between two of them (order statistics: W. R.
 * Thompson, 1936), which assumes nothing of how they are distributed: the narrowest symmetrical one
 * that holds the true median with 95 % probability, or all of them where they are too few for that.
 * NAN without values. Sorts them. Pure; any thread. */
Estimate scale_estimate(double *values, size_t count);

/* With what probability the interval from so many values holds the true median: 0.95 or more from 6
 * values on, less below, 0 for one. */
double scale_confidence(size_t count);
