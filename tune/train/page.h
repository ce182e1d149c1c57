#pragma once

#include "base/reason.h"
#include "train/trainer.h"

/* Writes a page with the losses of the epochs so far, drawn and as a table. On false error (a line)
 * says why. */
bool page_save_losses(const TrainerState *state, int64_t epochs, const char *path, Reason *error);
