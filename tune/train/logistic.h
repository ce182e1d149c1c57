#pragma once

#include "train/store.h"

/* How results follow from scores: P(win) + P(draw) / 2 = 1 / (1 + exp(-score / K)). Pure. */

/* K is sought between these. */
#define LOGISTIC_K_MIN 20.0
#define LOGISTIC_K_MAX 5000.0

/* The K under which the outcomes of the stored positions of games are most likely. A store whose
 * outcomes do not depend on the scores gives one of the bounds. */
double logistic_fit(const PositionStore *store);

double logistic_expectation(double score, double k);

/* The score that makes so much expected, kept within the decided ones (FILTER_DECIDED), beyond
 * which an expectation is too near to 0 or 1 to be turned back. */
double logistic_score(double expectation, double k);
