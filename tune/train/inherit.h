#pragma once

#include "nnue/network.h"
#include "train/model.h"

/* From a network of integers back to a model, which learns on from there. */

/* Whether a model of this width with those sets can take over the network: it has no less of
 * anything. */
bool inherit_fits(const Network *network, int64_t width, FeatureSets sets);

/* Gives the model what the network has learnt; inherit_fits() says that it can. Columns that only
 * the model has keep their random weights, but the first hidden layer does not hear them yet, so
 * that the model evaluates as the network does (wider networks from narrow ones: T. Chen, I.
 * Goodfellow and J. Shlens, 2015). */
void inherit_network(const Network *network, Model *model);
