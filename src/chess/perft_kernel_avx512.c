/* Compiled for AVX-512 F and VPOPCNTDQ, too, whatever the rest is compiled for. */

#ifdef __x86_64__

#include "chess/perft_kernel_body.h"

DEFINE_PERFT_KERNEL(PERFT_KERNEL_AVX512, "AVX-512");

#endif
