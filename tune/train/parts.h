#pragma once

#include "train/model.h"

/* What several sets of features have in common (factorised features: Y. Nasu, 2018). A weight of a
 * set is the sum of one of its own, in FEATURE_WEIGHTS, and of parts that other sets have too: one
 * that all share, one of the king bucket, and for loose men one that all king buckets share. So a
 * king bucket of few positions learns from the others, and what it means that a man is loose is
 * learnt from all positions. The sets of attackers, which all king buckets have, share nothing
 * with others; their part learns at the rate of what loose men add. One thread writes a model; any
 * may share gradients of their own. */

/* Sets of weights in the layer of a part, 0 where the model has no such part. */
int parts_sets(const Model *model, LayerName part);

/* Which of them a set of features adds to its own weights, -1 for none. */
int parts_of_set(const Model *model, LayerName part, int set);

/* Sets the sums as they act, within what the network can hold. */
void parts_add(Model *model);

/* Once the derivatives by FEATURE_WEIGHTS are complete, sets those by the parts. */
void parts_share_gradient(const Model *model, Real *gradient);
