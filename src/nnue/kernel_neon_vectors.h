#pragma once

/* The vector operations of kernel_body.h that both kernels for AArch64 share. */

#include <arm_neon.h>
#include <string.h>

#include "base/compiler.h"
#include "nnue/architecture.h"

#define LANES        8
#define TILE         16
#define SUMS_APART_1 1
#define SUMS_APART_2 1
#define JOINS        0

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

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    const int16x8_t row = vld1q_s16(weights);
    const int32x4_t low = vmull_s16(vget_low_s16(inputs), vget_low_s16(row));
    const int32x4_t high = vmull_high_s16(inputs, row);
    return sums + (Lanes32)vpaddq_s32(low, high);
}
