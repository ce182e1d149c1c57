#pragma once

#include "train/model.h"
#include "train/packed.h"

/* The first layer, whose few active inputs add rows of weights. Accumulators are [position][side
 * to move, other][width]. Derivatives are by the weights as they act, in FEATURE_WEIGHTS. */

/* Sets the accumulators of some positions. */
void sparse_forward(const Model *model, const FeaturePair *pairs, int count, Real *accumulators);

/* Adds to the gradient what derivatives by the accumulators mean for weights and biases. */
void sparse_backward(const Model *model, const FeaturePair *pairs, int count,
                     const Real *derivatives, Real *gradient);
