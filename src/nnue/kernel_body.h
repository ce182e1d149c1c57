#pragma once

/* What all kernels have in common, written over a few vector operations. A kernel's source file
 * defines these before it includes this one, and DEFINE_KERNEL() after:
 *
 *   LANES           int16 in a vector: 8, 16 or 32
 *   TILE            vectors of an accumulator that are held in registers at a time
 *   SUMS_APART_1    chains of sums in the first hidden layer, which hide the latency of an
 *                   addition: 1, 2 or 4
 *   SUMS_APART_2    the same in the second one, which has twice as many outputs
 *   JOINS           whether there are multiply8() and widen(), of which dot8() consists: 0 or 1
 *   Lanes16         vector of LANES int16, and
 *   Lanes32         of LANES / 2 int32: both of kernel_lanes.h
 *   Fours, Pairs    vector that repeats four bytes, or two int16
 *   transform()     32 columns of both halves of an accumulator into 32 bytes of input
 *   fours_repeat(), dot8()    adds to each int32 the products of four bytes with four weights
 *   pairs_repeat(), dot16()   the same with two int16
 */

#include "base/compiler.h"
#include "nnue/kernel.h"

#define LANES_32        (LANES / 2)
#define HIDDEN1_VECTORS (NETWORK_HIDDEN1 / LANES_32)
#define HIDDEN2_VECTORS (NETWORK_HIDDEN2 / LANES_32)

/* Columns of a granule of the width are handled in tiles, or one vector at a time where they do not
 * fill one. */
#define TILE_COLUMNS (TILE * LANES)

ALWAYS_INLINE void update_columns(int width, int vectors, const int16_t *weights,
                                  const FeatureChanges *changes, const int16_t *source,
                                  int16_t *target) {
    Lanes16 sums[TILE];
    for (int i = 0; i < vectors; i++)
        sums[i] = ((const Lanes16 *)source)[i];
    for (int n = 0; n < changes->removed_count; n++) {
        const Lanes16 *row = (const Lanes16 *)(weights + changes->removed[n] * width);
        for (int i = 0; i < vectors; i++)
            sums[i] -= row[i];
    }
    for (int n = 0; n < changes->added_count; n++) {
        const Lanes16 *row = (const Lanes16 *)(weights + changes->added[n] * width);
        for (int i = 0; i < vectors; i++)
            sums[i] += row[i];
    }
    for (int i = 0; i < vectors; i++)
        ((Lanes16 *)target)[i] = sums[i];
}

ALWAYS_INLINE void update_width(int width, const int16_t *weights, const FeatureChanges *changes,
                                const int16_t *source, int16_t *target) {
    int column = 0;
    for (; column + TILE_COLUMNS <= width; column += TILE_COLUMNS)
        update_columns(width, TILE, weights + column, changes, source + column, target + column);
    for (; column < width; column += LANES)
        update_columns(width, 1, weights + column, changes, source + column, target + column);
}

static void update(int width, const int16_t *weights, const FeatureChanges *changes,
                   const int16_t *source, int16_t *target) {
    switch (width) {
    case 256:
        update_width(256, weights, changes, source, target);
        break;
    case 512:
        update_width(512, weights, changes, source, target);
        break;
    default:
        update_width(width, weights, changes, source, target);
    }
}

ALWAYS_INLINE void transform_side(int width, const int16_t *sums, uint8_t *inputs) {
    const int half = width / 2;
    for (int i = 0; i < half; i += 32)
        transform(sums + i, sums + half + i, inputs + i);
}

/* Chains of sums of a layer with so many vectors of outputs: the first begins with the biases. */
ALWAYS_INLINE void sums_begin(int chains, int vectors, const int32_t *biases, Lanes32 *sums) {
    for (int i = 0; i < vectors; i++)
        sums[i] = ((const Lanes32 *)biases)[i];
    for (int i = vectors; i < chains * vectors; i++)
        sums[i] = (Lanes32){0};
}

/* The chains added up, which leaves that in the first one, too. */
ALWAYS_INLINE void sums_join(int chains, int vectors, Lanes32 *sums, int32_t *outputs) {
    for (int i = 0; i < vectors; i++) {
        for (int k = 1; k < chains; k++)
            sums[i] += sums[k * vectors + i];
        ((Lanes32 *)outputs)[i] = sums[i];
    }
}

/* All inputs are multiplied: in trained networks hardly any four of them is zero. */
ALWAYS_INLINE void hidden1(int width, const PackedHead *head, const uint8_t *inputs,
                           int32_t *outputs) {
    Lanes32 sums[SUMS_APART_1 * HIDDEN1_VECTORS];
    sums_begin(SUMS_APART_1, HIDDEN1_VECTORS, head->hidden1_biases, sums);
    const int8_t *weights = head->hidden1_weights;
    for (int input = 0; input < width; input += 4 * SUMS_APART_1) {
        Lanes32 *sum = sums;
        for (int k = 0; k < SUMS_APART_1; k++) {
            const Fours repeated = fours_repeat(inputs + input + 4 * k);
            for (int i = 0; i < HIDDEN1_VECTORS; i++, sum++, weights += 4 * LANES_32)
                *sum = dot8(*sum, repeated, weights);
        }
    }
    sums_join(SUMS_APART_1, HIDDEN1_VECTORS, sums, outputs);
}

#if JOINS
/* The same where the head's weights are small enough: 1.01 times the nodes a second with AVX2. */
ALWAYS_INLINE void hidden1_joined(int width, const PackedHead *head, const uint8_t *inputs,
                                  int32_t *outputs) {
    Lanes32 sums[HIDDEN1_VECTORS];
    sums_begin(1, HIDDEN1_VECTORS, head->hidden1_biases, sums);
    const int8_t *weights = head->hidden1_weights;
    for (int input = 0; input < width; input += 4 * KERNEL_JOINED) {
        Lanes16 products[HIDDEN1_VECTORS] = {{0}};
        for (int k = 0; k < KERNEL_JOINED; k++) {
            const Fours repeated = fours_repeat(inputs + input + 4 * k);
            for (int i = 0; i < HIDDEN1_VECTORS; i++, weights += 4 * LANES_32)
                products[i] += multiply8(repeated, weights);
        }
        for (int i = 0; i < HIDDEN1_VECTORS; i++)
            sums[i] = widen(sums[i], products[i]);
    }
    sums_join(1, HIDDEN1_VECTORS, sums, outputs);
}
#endif

ALWAYS_INLINE int32_t clip(int32_t value, int32_t maximum) {
    return value < 0 ? 0 : value > maximum ? maximum : value;
}

/* The sums of the first hidden layer, clipped, and then their squares. */
ALWAYS_INLINE void activate(const int32_t *sums, int16_t *outputs) {
    for (int i = 0; i < NETWORK_HIDDEN1; i++) {
        const int32_t size = clip(sums[i] < 0 ? -sums[i] : sums[i], NETWORK_SUM_ONE);
        outputs[i] = (int16_t)clip(sums[i], NETWORK_SUM_ONE);
        outputs[NETWORK_HIDDEN1 + i] = (int16_t)((size * size) >> NETWORK_SQUARE_SHIFT);
    }
}

/* Written out, gcc works out all products first and has no place for them: 1.01 times likewise. */
ALWAYS_INLINE void hidden2(const PackedHead *head, const int16_t *inputs, int32_t *outputs) {
    Lanes32 sums[SUMS_APART_2 * HIDDEN2_VECTORS];
    sums_begin(SUMS_APART_2, HIDDEN2_VECTORS, head->hidden2_biases, sums);
    ROLLED
    for (int pair = 0; pair < NETWORK_HIDDEN2_INPUTS / 2; pair += SUMS_APART_2) {
        Lanes32 *sum = sums;
        for (int k = pair; k < pair + SUMS_APART_2; k++) {
            const Pairs repeated = pairs_repeat(inputs + 2 * k);
            for (int i = 0; i < HIDDEN2_VECTORS; i++, sum++)
                *sum = dot16(*sum, repeated, head->hidden2_weights[k][i * LANES_32]);
        }
    }
    sums_join(SUMS_APART_2, HIDDEN2_VECTORS, sums, outputs);
}

ALWAYS_INLINE int32_t output(const PackedHead *head, const int32_t *inputs) {
    int32_t sum = head->output_bias;
    for (int i = 0; i < NETWORK_HIDDEN2; i++)
        sum += clip(clip(inputs[i], INT32_MAX) >> NETWORK_TAIL_SHIFT, NETWORK_SUM_ONE) *
               head->output_weights[i];
    return sum;
}

ALWAYS_INLINE int32_t propagate_width(int width, const PackedHead *head, const int16_t *own,
                                      const int16_t *other) {
    _Alignas(KERNEL_ALIGNMENT) uint8_t inputs[NETWORK_WIDTH_MAX];
    _Alignas(KERNEL_ALIGNMENT) int32_t sums1[NETWORK_HIDDEN1], sums2[NETWORK_HIDDEN2];
    _Alignas(KERNEL_ALIGNMENT) int16_t activations[NETWORK_HIDDEN2_INPUTS];
    transform_side(width, own, inputs);
    transform_side(width, other, inputs + width / 2);
#if JOINS
    if (head->hidden1_joins)
        hidden1_joined(width, head, inputs, sums1);
    else
#endif
        hidden1(width, head, inputs, sums1);
    activate(sums1, activations);
    hidden2(head, activations, sums2);
    return output(head, sums2);
}

static int32_t propagate(int width, const PackedHead *head, const int16_t *own,
                         const int16_t *other) {
    switch (width) {
    case 256:
        return propagate_width(256, head, own, other);
    case 512:
        return propagate_width(512, head, own, other);
    default:
        return propagate_width(width, head, own, other);
    }
}

#define DEFINE_KERNEL(variable, title)                                                             \
    const Kernel variable = {.name = (title), .update = update, .propagate = propagate}
