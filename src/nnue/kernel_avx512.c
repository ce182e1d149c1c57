/* Compiled for AVX-512 F, BW and VL whatever the rest is compiled for. */

#ifdef __x86_64__

#include "nnue/kernel_avx512_vectors.h"
#include "nnue/kernel_set.h"

/* Two products of a byte up to NETWORK_INPUT_MAX and an int8 fit 16 bits. */
ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    const __m512i pairs = _mm512_maddubs_epi16(inputs, _mm512_load_si512(weights));
    return sums + (Lanes32)_mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
}

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    return sums + (Lanes32)_mm512_madd_epi16(inputs, _mm512_load_si512(weights));
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_AVX512, "AVX-512");

#endif
