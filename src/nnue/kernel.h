#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nnue/architecture.h"

/* The network's arithmetic for one instruction set. All kernels give the same integers, those of
 * reference.h; they differ in speed alone. Constant; any thread. */

/* Every array that a kernel reads or writes begins at a multiple of this. */
#define KERNEL_ALIGNMENT 64

/* Groups of four inputs whose products a kernel may add in 16 bits where the weights are small. */
#define KERNEL_JOINED 4

/* Which features a side gains and loses on the way from one position to another. */
typedef struct FeatureChanges {
    int added_count, removed_count;
    uint16_t added[NETWORK_MAX_ACTIVE], removed[NETWORK_MAX_ACTIVE];
} FeatureChanges;

/* The small layers of one output bucket, with the weights in the order of their use. */
typedef struct PackedHead {
    /* [input / 4][output][input % 4]: four bytes of input meet 16 outputs at a time. */
    const int8_t *hidden1_weights;
    bool hidden1_joins; /* the weights are small enough for KERNEL_JOINED */
    _Alignas(KERNEL_ALIGNMENT) int32_t hidden1_biases[NETWORK_HIDDEN1];
    int32_t hidden2_biases[NETWORK_HIDDEN2];
    /* [input / 2][output][input % 2]: likewise, in pairs. */
    int16_t hidden2_weights[NETWORK_HIDDEN2_INPUTS / 2][NETWORK_HIDDEN2][2];
    int16_t output_weights[NETWORK_HIDDEN2];
    int32_t output_bias;
} PackedHead;

typedef struct Kernel {
    const char *name;
    /* target = source plus the weights of added features less those of removed ones; rows of
     * `width`. target may be source. */
    void (*update)(int width, const int16_t *weights, const FeatureChanges *changes,
                   const int16_t *source, int16_t *target);
    /* The output, where NETWORK_OUTPUT_ONE is 1, from the accumulators of the side to move and of
     * the other. */
    int32_t (*propagate)(int width, const PackedHead *head, const int16_t *own,
                         const int16_t *other);
} Kernel;

/* More kernels than there are. */
#define KERNELS_MAX 8

/* The kernels that this processor can run, the fastest first, the portable one last; returns how
 * many. */
int kernel_list(const Kernel *kernels[KERNELS_MAX]);

/* The first of that list. */
const Kernel *kernel_best(void);
