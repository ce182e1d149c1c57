#pragma once

#include "nnue/features.h"
#include "nnue/network.h"

/* The network's evaluation in plain C, from nothing, in integers only. This is what the network
 * means: every faster way must give the same numbers. Pure; any thread. */

/* Centipawns for the side to move, within NETWORK_SCORE_BOUND. */
int reference_evaluate(const Network *network, const Position *position);

/* The same from the features of the side to move and of the other. */
int reference_evaluate_features(const Network *network, const FeatureList *own,
                                const FeatureList *other, int bucket);

/* One side's accumulators, `width` of them. */
void reference_accumulate(const Network *network, const FeatureList *features, int16_t *sums);
