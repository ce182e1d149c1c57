/* Compiled for AArch64 with the dot product instructions whatever the rest is compiled for. Those
 * of I8MM multiply by two columns of input at a time; there is one, and half their work would be
 * lost. */

#ifdef __aarch64__

#include "nnue/kernel_neon_vectors.h"
#include "nnue/kernel_set.h"

ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    return (Lanes32)vdotq_s32((int32x4_t)sums, inputs, vld1q_s8(weights));
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_NEON_DOT, "NEON SDOT");

#endif
