#pragma once

#include "nnue/network.h"
#include "train/dataset.h"
#include "train/trainer.h"

/* Games from which nothing learns, and one unit in which all networks are measured on them,
 * whatever games and options they have learnt with: the mean squared error of the expected result
 * against sigmoid(score / 200), scores averaged with later ones by lambda 0.6, results not counted.
 */

/* Has all games of a file fall to what is for validation. */
extern const DatasetFilter YARDSTICK_FILTER;

/* Of a model that learns. Its thread only. */
double yardstick_model_loss(Trainer *trainer, const PositionStore *store);

/* Of a network's integers, by the reference inference; as many threads as asked for. Any thread. */
double yardstick_network_loss(const Network *network, const PositionStore *store, int threads);
