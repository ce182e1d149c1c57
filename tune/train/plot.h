#ifndef QUORUM_TRAIN_PLOT_H
#define QUORUM_TRAIN_PLOT_H

#include "train/trainer.h"

/* Draws the losses of the epochs so far as an SVG file. False on failure, with the reason in
 * *error.
 */
bool plot_losses(const TrainerState *state, int64_t epochs, const char *path, char *error,
                 size_t error_size);

#endif
