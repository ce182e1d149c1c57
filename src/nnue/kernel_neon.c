/* For AArch64, where every processor has NEON. */

#ifdef __aarch64__

#include <arm_neon.h>
#include <string.h>

#include "base/compiler.h"
#include "nnue/kernel_set.h"

#define LANES      8
#define TILE       16
#define SUMS_APART 1

#include "nnue/kernel_lanes.h"

typedef int8x16_t Fours;
typedef int16x8_t Pairs;

ALWAYS_INLINE int16x8_t clipped(const int16_t *values) {
    const int16x8_t above = vmaxq_s16(vld1q_s16(values), vdupq_n_s16(0));
    return vminq_s16(above, vdupq_n_s16(NETWORK_ACTIVATION_ONE));
}

/* The instruction doubles its product and gives the upper half. */
ALWAYS_INLINE void transform(const int16_t *first, const int16_t *second, uint8_t *inputs) {
    for (int i = 0; i < 32; i += LANES) {
        const int16x8_t shifted = vshlq_n_s16(clipped(first + i), 15 - NETWORK_PRODUCT_SHIFT);
        const int16x8_t products = vqdmulhq_s16(shifted, clipped(second + i));
        vst1_u8(inputs + i, vmovn_u16(vreinterpretq_u16_s16(products)));
    }
}

ALWAYS_INLINE uint32x4_t repeat(const void *four_bytes) {
    uint32_t bytes;
    memcpy(&bytes, four_bytes, sizeof bytes);
    return vdupq_n_u32(bytes);
}

/* No input exceeds 127, so that it is the same with a sign. */
ALWAYS_INLINE Fours fours_repeat(const uint8_t *inputs) {
    return vreinterpretq_s8_u32(repeat(inputs));
}

ALWAYS_INLINE Pairs pairs_repeat(const int16_t *inputs) {
    return vreinterpretq_s16_u32(repeat(inputs));
}

/* Two products of a byte up to NETWORK_INPUT_MAX and an int8 fit 16 bits. */
ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    const int8x16_t row = vld1q_s8(weights);
    const int16x8_t low = vmull_s8(vget_low_s8(inputs), vget_low_s8(row));
    const int16x8_t high = vmull_high_s8(inputs, row);
    return (Lanes32)vpadalq_s16((int32x4_t)sums, vpaddq_s16(low, high));
}

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    const int16x8_t row = vld1q_s16(weights);
    const int32x4_t low = vmull_s16(vget_low_s16(inputs), vget_low_s16(row));
    const int32x4_t high = vmull_high_s16(inputs, row);
    return sums + (Lanes32)vpaddq_s32(low, high);
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_NEON, "NEON");

#endif
