#pragma once

#include "base/reason.h"
#include "nnue/network.h"
#include "train/dataset.h"
#include "train/trainer.h"

/* From a training run to the network's file. */

/* The network of the trainer's best epoch, with a provenance line; the trainer's model becomes that
 * epoch's. NULL, with the reason in *error, without memory or when it is not safe. `scale` is as in
 * Network. */
Network *export_network(Trainer *trainer, const Dataset *dataset, int scale, Reason *error);

/* Encodes the network and puts it into its file. False on failure, with the reason in *error. */
bool export_write(Network *network, const char *path, Reason *error);
