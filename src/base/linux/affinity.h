#pragma once

#include <sys/types.h>

/* Linux can be built for 8192 processors at most; asking stops well above that. */
#define AFFINITY_MOST_PROCESSORS (1 << 20)

/* The processors that a thread may run on, 0 for the calling one, ascending: writes at most
 * `capacity` of them and returns how many there are, 0 when the system does not tell. Any thread.
 */
int affinity_read(pid_t thread, int *processors, int capacity);
