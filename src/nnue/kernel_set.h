#pragma once

#include "nnue/kernel.h"

/* All kernels of the program, whether or not this processor can run them. */

extern const Kernel KERNEL_PORTABLE;

#ifdef __x86_64__
extern const Kernel KERNEL_AVX2;
extern const Kernel KERNEL_AVX512;
extern const Kernel KERNEL_AVX512_VNNI;
#endif

#ifdef __aarch64__
extern const Kernel KERNEL_NEON;
extern const Kernel KERNEL_NEON_DOT;
#endif
