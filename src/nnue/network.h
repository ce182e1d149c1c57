#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"
#include "nnue/architecture.h"

/* A quantised network in memory. Constant once made; then any thread may read it. */

#define NETWORK_PROVENANCE_SIZE 448

/* The small layers of one output bucket. */
typedef struct NetworkHead {
    int32_t hidden1_biases[NETWORK_HIDDEN1];
    int16_t hidden2_weights[NETWORK_HIDDEN2][NETWORK_HIDDEN2_INPUTS];
    int32_t hidden2_biases[NETWORK_HIDDEN2];
    int16_t output_weights[NETWORK_HIDDEN2];
    int32_t output_bias;
} NetworkHead;

typedef struct Network {
    int width; /* accumulators of each side */
    FeatureSets sets;
    int scale;   /* centipawns for an output of 1, a logit: 1 to NETWORK_SCALE_MAX */
    uint64_t id; /* checksum of its file; 0 before it has been encoded */
    char provenance[NETWORK_PROVENANCE_SIZE]; /* one line of ASCII: where it comes from */
    int16_t *feature_weights;                 /* [feature_sets_count()][NETWORK_FEATURES][width] */
    int16_t *feature_biases;                  /* [width] */
    int8_t *hidden1_weights; /* [NETWORK_OUTPUT_BUCKETS][NETWORK_HIDDEN1][width]: the half of the
                                inputs that belongs to the side to move comes first */
    NetworkHead *heads;      /* [NETWORK_OUTPUT_BUCKETS] */
} Network;

#define NETWORK_SCALE_MAX 10000

/* Whether the engine knows networks of this width; with so many king buckets. */
bool network_width_is_valid(int width);
bool network_king_buckets_are_valid(int64_t king_buckets);

/* A network of zeros with scale 1. NULL without memory. Width and sets must be valid. */
Network *network_create(int width, FeatureSets sets);

/* NULL is allowed. */
void network_destroy(Network *network);

/* Whether no position can overflow an accumulator or a sum. False, too, without memory; *reason
 * then says what could, or that. */
bool network_is_safe(const Network *network, Reason *reason);
