#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What the system says of its processors. Any thread. */

/* Number of logical processors that the calling thread may run on, at least 1. On Windows, that the
 * process may. */
int processors_allowed(void);

/* A number that is the same for the same of them, and most likely another for others; 0 where the
 * system does not tell. */
uint64_t processors_fingerprint(void);

/* Whether they have ARM's instructions for dot products of bytes. */
bool processors_have_dot_product(void);
