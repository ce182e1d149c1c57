#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What the system says of its processors. Any thread. */

/* Number of logical processors that the calling thread may run on, at least 1. On Windows, that the
 * process may. */
int processors_allowed(void);

/* A hash of the allowed-processor set; 0 if unknown. */
uint64_t processors_fingerprint(void);

/* Whether the processor has ARM's instructions for dot products of bytes. */
bool processors_have_dot_product(void);
