/* For AArch64, where every processor has NEON. */

#ifdef __aarch64__

#include "nnue/kernel_neon_vectors.h"
#include "nnue/kernel_set.h"

/* Two products of a byte up to NETWORK_INPUT_MAX and an int8 fit 16 bits. */
ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    const int8x16_t row = vld1q_s8(weights);
    const int16x8_t low = vmull_s8(vget_low_s8(inputs), vget_low_s8(row));
    const int16x8_t high = vmull_high_s8(inputs, row);
    return (Lanes32)vpadalq_s16((int32x4_t)sums, vpaddq_s16(low, high));
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_NEON, "NEON");

#endif
