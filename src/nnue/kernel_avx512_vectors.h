#pragma once

/* The vector operations of kernel_body.h that both kernels for AVX-512 (F, BW, VL) share. */

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "nnue/architecture.h"

#define LANES        32
#define TILE         8
#define SUMS_APART_1 4
#define SUMS_APART_2 4
#define JOINS        0

#include "nnue/kernel_lanes.h"

typedef __m512i Fours;
typedef __m512i Pairs;

ALWAYS_INLINE __m512i clipped(const int16_t *values) {
    const __m512i one = _mm512_set1_epi16(NETWORK_ACTIVATION_ONE);
    const __m512i above = _mm512_max_epi16(_mm512_loadu_si512(values), _mm512_setzero_si512());
    return _mm512_min_epi16(above, one);
}

ALWAYS_INLINE void transform(const int16_t *first, const int16_t *second, uint8_t *inputs) {
    const __m512i shifted = _mm512_slli_epi16(clipped(first), 16 - NETWORK_PRODUCT_SHIFT);
    const __m512i products = _mm512_mulhi_epi16(shifted, clipped(second));
    _mm256_store_si256((__m256i *)inputs, _mm512_cvtepi16_epi8(products));
}

ALWAYS_INLINE __m512i repeat(const void *four_bytes) {
    int32_t bytes;
    memcpy(&bytes, four_bytes, sizeof bytes);
    return _mm512_set1_epi32(bytes);
}

ALWAYS_INLINE Fours fours_repeat(const uint8_t *inputs) {
    return repeat(inputs);
}

ALWAYS_INLINE Pairs pairs_repeat(const int16_t *inputs) {
    return repeat(inputs);
}
