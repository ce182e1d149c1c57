#pragma once

#include "nnue/network.h"
#include "train/gradient.h"
#include "train/store.h"

/* From the trained model to the network of integers, and what that costs. */

/* Halves of the accumulators are multiplied with each other, and inputs of the first hidden layer
 * belong half to one side, half to the other: either way the columns of a network that is narrower
 * than the model are the first of each of the model's halves. */
int quantise_column(const Network *network, const Model *model, int column);

/* What is behind the accumulators, from the model to the integers of the network, or back: a wider
 * model then keeps the weights of its other columns. */
void quantise_heads(const Model *model, const Network *network, bool back);

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
