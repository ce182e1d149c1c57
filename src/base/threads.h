#pragma once

#include <stdbool.h>

/* Whether the system would start so many threads now, beside those that there are: GCC's library
 * for OpenMP ends the process where it is refused one. Starts and ends them, for nothing; a moment
 * later the answer may be another one. Any thread. */
bool threads_are_allowed(int count);
