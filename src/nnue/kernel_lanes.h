#pragma once

#include <stdint.h>

/* The vectors of a kernel that has defined LANES, in the compiler's own notation: their arithmetic
 * is that of numbers, lane for lane. They may lie over arrays of such numbers, which are aligned.
 */

typedef int16_t Lanes16 __attribute__((vector_size(2 * LANES), may_alias));
typedef int32_t Lanes32 __attribute__((vector_size(2 * LANES), may_alias));
