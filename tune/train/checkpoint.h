#pragma once

#include "base/reason.h"
#include "train/trainer.h"

/* A training run in a file, so that it can be taken up as if it had never ended. It is meant for
 * the machine and program that wrote it. */

/* False on failure, with the reason in *error; a checkpoint of the same name is then kept. */
bool checkpoint_save(const Trainer *trainer, const char *path, Reason *error);

/* Brings a trainer to where the checkpoint was. False, with the reason in *error and the trainer
 * unchanged, when the file is damaged or belongs to other positions or settings; the number of
 * threads may differ, at the price of other rounding. */
bool checkpoint_load(Trainer *trainer, const char *path, Reason *error);

/* Whether the file begins as a checkpoint does. */
bool checkpoint_is_one(const char *path);

/* Has a trainer that has learnt nothing yet go on from what the run of a checkpoint ended with, its
 * best weights and the means of their gradients, on whatever positions and with other options.
 * False, with the reason in *error and the trainer unchanged, when the file is damaged, its run is
 * not at its end or had another width or other sets of features. */
bool checkpoint_inherit(Trainer *trainer, const char *path, Reason *error);
