#pragma once

#include "nnue/network.h"
#include "train/gradient.h"
#include "train/store.h"

/* From the trained model to the network of integers, and what that costs. */

/* What one unit of the sums of the first hidden layer is worth, exactly. */
#define QUANTISE_SUM_ONE ((double)NETWORK_OUTPUT_ONE / NETWORK_TAIL_ONE)

/* The integer that stands for 1 as a weight of an input of the second hidden layer. */
double quantise_hidden2_one(int input);

/* The network of the nearest integers. NULL without memory. */
Network *quantise_model(const Model *model, int scale);

/* Rounding shifts the scores of each output bucket by some centipawns, nearly the same for all its
 * positions. This takes the mean shift, on up to `limit` positions of the store, back out of the
 * output biases of a network that was made from the model. */
void quantise_settle(const Model *model, Workspace *workspace, Network *network,
                     const PositionStore *store, size_t limit);

/* The two on the same positions. */
typedef struct QuantiseReport {
    size_t positions;
    double model_loss;
    double network_loss;
    double mean_error; /* in centipawns, without sign */
    double worst_error;
    int lowest_accumulator;
    int highest_accumulator;
} QuantiseReport;

/* Evaluates up to `limit` positions of the store by the model and by the reference inference of the
 * network that was made from it. */
void quantise_measure(const Model *model, Workspace *workspace, const Network *network,
                      const Target *target, const PositionStore *store, size_t limit,
                      QuantiseReport *report);
