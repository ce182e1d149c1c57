/* Compiled for AVX2 whatever the rest is compiled for. */

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

#include "base/compiler.h"
#include "nnue/kernel_set.h"

#define LANES        16
#define TILE         8
#define SUMS_APART_1 2
#define SUMS_APART_2 1
#define JOINS        1

#include "nnue/kernel_lanes.h"

typedef __m256i Fours;
typedef __m256i Pairs;

ALWAYS_INLINE __m256i clipped(const int16_t *values) {
    const __m256i one = _mm256_set1_epi16(NETWORK_ACTIVATION_ONE);
    return _mm256_min_epi16(_mm256_max_epi16(*(const __m256i *)values, _mm256_setzero_si256()),
                            one);
}

ALWAYS_INLINE __m256i products(const int16_t *first, const int16_t *second) {
    const __m256i shifted = _mm256_slli_epi16(clipped(first), 16 - NETWORK_PRODUCT_SHIFT);
    return _mm256_mulhi_epi16(shifted, clipped(second));
}

/* Packing takes turns between its operands every eight bytes; the permutation undoes that. */
ALWAYS_INLINE void transform(const int16_t *first, const int16_t *second, uint8_t *inputs) {
    const __m256i bytes =
        _mm256_packus_epi16(products(first, second), products(first + LANES, second + LANES));
    _mm256_store_si256((__m256i *)inputs, _mm256_permute4x64_epi64(bytes, 0xD8));
}

ALWAYS_INLINE __m256i repeat(const void *four_bytes) {
    int32_t bytes;
    memcpy(&bytes, four_bytes, sizeof bytes);
    return _mm256_set1_epi32(bytes);
}

ALWAYS_INLINE Fours fours_repeat(const uint8_t *inputs) {
    return repeat(inputs);
}

ALWAYS_INLINE Pairs pairs_repeat(const int16_t *inputs) {
    return repeat(inputs);
}

/* Two products of a byte up to NETWORK_INPUT_MAX and an int8 fit 16 bits. */
ALWAYS_INLINE Lanes16 multiply8(Fours inputs, const int8_t *weights) {
    return (Lanes16)_mm256_maddubs_epi16(inputs, *(const __m256i *)weights);
}

ALWAYS_INLINE Lanes32 widen(Lanes32 sums, Lanes16 products) {
    return sums + (Lanes32)_mm256_madd_epi16((__m256i)products, _mm256_set1_epi16(1));
}

ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    return widen(sums, multiply8(inputs, weights));
}

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    return sums + (Lanes32)_mm256_madd_epi16(inputs, *(const __m256i *)weights);
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_AVX2, "AVX2");

#endif
