#pragma once

#include "train/model.h"

/* AdamW (Loshchilov, Hutter, 2019): each parameter moves by its mean gradient, measured in units of
 * the gradient's usual size, and decays a little. */

typedef struct Optimizer {
    Real *mean;   /* of the gradient, in the model's layout */
    Real *square; /* of its square */
} Optimizer;

/* What one step needs to know. */
typedef struct OptimizerStep {
    double rate;
    double shares[RATES]; /* of it, for the layers of each class */
    double decay;         /* share of a parameter lost for each unit of rate */
    int64_t number;       /* of the step, from 1 */
    int64_t positions;    /* whose derivatives the gradients sum up */
} OptimizerStep;

/* False without memory. */
bool optimizer_create(Optimizer *optimizer, const Model *model);
void optimizer_destroy(Optimizer *optimizer, const Model *model);

/* Moves the parameters with numbers from begin to end by the sum of all gradients, and sets these
 * back to zero. Threads may move different parameters at the same time. */
void optimizer_move(Optimizer *optimizer, Model *model, const OptimizerStep *step,
                    Real *const *gradients, int gradient_count, size_t begin, size_t end);

/* Learning rate of a step, from 0 to total - 1: a short linear rise, then half a cosine down to a
 * hundredth of the peak. */
double optimizer_rate(double peak, int64_t step, int64_t total);
