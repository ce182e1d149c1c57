#pragma once

#include "chess/position.h"

/* A position with the men of a table's name, such as KQRPvKQR, in which nothing can be taken, so
 * that its value cannot be had without that very table. False when the name is none or no such
 * position was found. *state, which it changes, says which one. Pure. */
bool syzygy_sample(const char *name, uint64_t *state, Position *position);
