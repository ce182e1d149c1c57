/* Compiled for AVX2 whatever the rest is compiled for. */

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

#include "base/compiler.h"
#include "nnue/kernel_set.h"

#define LANES      16
#define TILE       8
#define SUMS_APART 2

typedef __m256i Lanes16;
typedef __m256i Lanes32;
typedef __m256i Fours;
typedef __m256i Pairs;

ALWAYS_INLINE Lanes16 lanes16_load(const int16_t *values) {
    return _mm256_load_si256((const __m256i *)values);
}

ALWAYS_INLINE void lanes16_store(int16_t *values, Lanes16 lanes) {
    _mm256_store_si256((__m256i *)values, lanes);
}

ALWAYS_INLINE Lanes16 lanes16_add(Lanes16 a, Lanes16 b) {
    return _mm256_add_epi16(a, b);
}

ALWAYS_INLINE Lanes16 lanes16_subtract(Lanes16 a, Lanes16 b) {
    return _mm256_sub_epi16(a, b);
}

ALWAYS_INLINE Lanes32 lanes32_load(const int32_t *values) {
    return _mm256_load_si256((const __m256i *)values);
}

ALWAYS_INLINE void lanes32_store(int32_t *values, Lanes32 lanes) {
    _mm256_store_si256((__m256i *)values, lanes);
}

ALWAYS_INLINE Lanes32 lanes32_zero(void) {
    return _mm256_setzero_si256();
}

ALWAYS_INLINE Lanes32 lanes32_add(Lanes32 a, Lanes32 b) {
    return _mm256_add_epi32(a, b);
}

ALWAYS_INLINE __m256i clipped(const int16_t *values) {
    const __m256i one = _mm256_set1_epi16(NETWORK_ACTIVATION_ONE);
    return _mm256_min_epi16(_mm256_max_epi16(lanes16_load(values), _mm256_setzero_si256()), one);
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
ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    const __m256i pairs = _mm256_maddubs_epi16(inputs, _mm256_load_si256((const __m256i *)weights));
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    const __m256i row = _mm256_load_si256((const __m256i *)weights);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(inputs, row));
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_AVX2, "AVX2");

#endif
