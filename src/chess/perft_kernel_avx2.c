/* Compiled for AVX2, BMI, BMI2 and POPCNT whatever the rest is compiled for. */

#ifdef __x86_64__

#include "chess/perft_kernel_body.h"

DEFINE_PERFT_KERNEL(PERFT_KERNEL_AVX2, "AVX2");

#endif
