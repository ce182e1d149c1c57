/* Compiled for AVX-512 F, BW, VL and VNNI whatever the rest is compiled for. */

#ifdef __x86_64__

#include "nnue/kernel_avx512_vectors.h"
#include "nnue/kernel_set.h"

ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    return (Lanes32)_mm512_dpbusd_epi32((__m512i)sums, inputs, _mm512_load_si512(weights));
}

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    return (Lanes32)_mm512_dpwssd_epi32((__m512i)sums, inputs, _mm512_load_si512(weights));
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_AVX512_VNNI, "AVX-512 VNNI");

#endif
