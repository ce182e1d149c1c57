/* For processors that no other kernel knows. All of it is written in the compiler's own notation of
 * vectors, here of 16 bytes: it turns their arithmetic into instructions of any family. */

#include <string.h>

#include "base/compiler.h"
#include "nnue/kernel_set.h"

#define LANES        8
#define TILE         8
#define SUMS_APART_1 1
#define SUMS_APART_2 1
#define JOINS        0

#include "nnue/kernel_lanes.h"

#define VECTOR(type) __attribute__((vector_size(16))) type

typedef VECTOR(uint16_t) LanesUnsigned16;
typedef VECTOR(uint32_t) LanesUnsigned32;
typedef uint8_t Bytes __attribute__((vector_size(8)));

/* Four bytes by turns as even and odd ones, each of which takes 16 bits. */
typedef struct Fours {
    Lanes16 even, odd;
} Fours;

typedef struct Pairs {
    Lanes32 even, odd;
} Pairs;

/* A comparison gives all bits or none. */
ALWAYS_INLINE LanesUnsigned16 clipped(const int16_t *values) {
    const Lanes16 lanes = *(const Lanes16 *)values;
    const Lanes16 above = lanes & (lanes > 0);
    const Lanes16 beyond = above > NETWORK_ACTIVATION_ONE;
    return (LanesUnsigned16)((above & ~beyond) | (beyond & NETWORK_ACTIVATION_ONE));
}

/* Twenty bits, of which the upper ones are wanted, in two products of at most fifteen. */
ALWAYS_INLINE LanesUnsigned16 multiply(LanesUnsigned16 a, LanesUnsigned16 b) {
    const LanesUnsigned16 upper = a * (b >> 5), lower = a * (b & 31);
    return (upper + (lower >> 5)) >> (NETWORK_PRODUCT_SHIFT - 5);
}

ALWAYS_INLINE void transform(const int16_t *first, const int16_t *second, uint8_t *inputs) {
    for (int i = 0; i < 32; i += LANES) {
        const LanesUnsigned16 products = multiply(clipped(first + i), clipped(second + i));
        const Bytes bytes = __builtin_convertvector(products, Bytes);
        memcpy(inputs + i, &bytes, sizeof bytes);
    }
}

/* Which byte of two is called even depends on the processor's byte order, but it is the same for
 * inputs and weights, and nothing else matters. */
ALWAYS_INLINE Fours split_bytes(LanesUnsigned16 bytes) {
    return (Fours){(Lanes16)(bytes << 8) >> 8, (Lanes16)bytes >> 8};
}

ALWAYS_INLINE Fours fours_repeat(const uint8_t *inputs) {
    uint32_t four;
    memcpy(&four, inputs, sizeof four);
    return split_bytes((LanesUnsigned16)(LanesUnsigned32){four, four, four, four});
}

/* The same with pairs of 16 bits in 32. */
ALWAYS_INLINE Pairs split_pairs(LanesUnsigned32 pairs) {
    return (Pairs){(Lanes32)(pairs << 16) >> 16, (Lanes32)pairs >> 16};
}

ALWAYS_INLINE Pairs pairs_repeat(const int16_t *inputs) {
    uint32_t pair;
    memcpy(&pair, inputs, sizeof pair);
    return split_pairs((LanesUnsigned32){pair, pair, pair, pair});
}

/* Two products of a byte up to NETWORK_INPUT_MAX and an int8 fit 16 bits. */
ALWAYS_INLINE Lanes32 dot8(Lanes32 sums, Fours inputs, const int8_t *weights) {
    LanesUnsigned16 bytes;
    memcpy(&bytes, weights, sizeof bytes);
    const Fours row = split_bytes(bytes);
    const Pairs pairs =
        split_pairs((LanesUnsigned32)(inputs.even * row.even + inputs.odd * row.odd));
    return sums + pairs.even + pairs.odd;
}

ALWAYS_INLINE Lanes32 dot16(Lanes32 sums, Pairs inputs, const int16_t *weights) {
    LanesUnsigned32 pairs;
    memcpy(&pairs, weights, sizeof pairs);
    const Pairs row = split_pairs(pairs);
    return sums + inputs.even * row.even + inputs.odd * row.odd;
}

#include "nnue/kernel_body.h"

DEFINE_KERNEL(KERNEL_PORTABLE, "portable");
