#pragma once

#include <stdbool.h>

/* Shape and integer arithmetic of the one architecture that the engine knows. Trainer, reference
 * and kernels take their numbers from here; docs/network.md explains them.
 *
 *   features (768 for each side, king bucket and state of men, and for each type of attackers)
 *   -> width -> clipped, halves multiplied
 *   -> width inputs
 *   -> 16, each clipped and squared -> 32 inputs -> 32, clipped -> 1
 *
 * The last three layers exist once for each output bucket. */

/* Own or enemy piece, 6 types, 64 squares: one set of features. */
#define NETWORK_FEATURES 768

/* A network knows either one king bucket or so many. */
#define NETWORK_KING_BUCKETS_MAX 4

/* It tells men in so many states apart: either one, or men that are safe and men that are loose. */
#define NETWORK_STATES_MAX 2

/* If it tells loose men apart it may see by enemies of which types each man is attacked: a set of
 * features for each type. */
#define NETWORK_ATTACKER_SETS 6

/* Which sets of features a network has: one for each state of a man in each king bucket, and then
 * those of attackers, the same in all king buckets. */
typedef struct FeatureSets {
    int king_buckets; /* 1 or NETWORK_KING_BUCKETS_MAX */
    int states;       /* 1 or NETWORK_STATES_MAX */
    bool attackers;
} FeatureSets;

/* Those that say where men stand: each man has one feature of one of them. */
static inline int feature_sets_of_places(FeatureSets sets) {
    return sets.king_buckets * sets.states;
}

/* Those that say what attacks them. */
static inline int feature_sets_of_attackers(FeatureSets sets) {
    return sets.attackers ? NETWORK_ATTACKER_SETS : 0;
}

static inline int feature_sets_count(FeatureSets sets) {
    return feature_sets_of_places(sets) + feature_sets_of_attackers(sets);
}

/* Features of a side, of all sets. */
static inline int feature_sets_features(FeatureSets sets) {
    return feature_sets_count(sets) * NETWORK_FEATURES;
}

#define NETWORK_HIDDEN1 16
#define NETWORK_HIDDEN2 32

/* Each neuron of the first hidden layer gives two inputs of the second. */
#define NETWORK_HIDDEN2_INPUTS (2 * NETWORK_HIDDEN1)

#define NETWORK_OUTPUT_BUCKETS 8

/* Accumulators of each side: a multiple of the granule, so that both halves fill whole vectors. */
#define NETWORK_WIDTH_MIN     64
#define NETWORK_WIDTH_MAX     2048
#define NETWORK_WIDTH_GRANULE 64

/* A position has no more. */
#define NETWORK_MAX_PIECES 32

/* A man has one feature for its place and one for each type that attacks it: more features than a
 * side can have at once. */
#define NETWORK_MAX_ACTIVE (NETWORK_MAX_PIECES * (1 + NETWORK_ATTACKER_SETS))

/* An accumulator of this value is an activation of 1; activations stop there. */
#define NETWORK_ACTIVATION_ONE 1020

/* The product of two activations loses these bits, and then is at most NETWORK_INPUT_MAX. */
#define NETWORK_PRODUCT_SHIFT 13
#define NETWORK_INPUT_MAX     127

/* What stands for 1 in the weights of the first hidden layer. */
#define NETWORK_HIDDEN1_ONE 128

/* Largest sum of the first hidden layer that is passed on, and what stands for 1 there (1020 *
 * 1020 / 8192 * 128, rounded down). The same holds for the second hidden layer. */
#define NETWORK_SUM_ONE 16256

/* The square of such a sum loses these bits. */
#define NETWORK_SQUARE_SHIFT 14

/* What stands for 1 in the weights of the second hidden layer and the output: 2 to this power. */
#define NETWORK_TAIL_SHIFT 10
#define NETWORK_TAIL_ONE   (1 << NETWORK_TAIL_SHIFT)

/* What stands for 1 in the output: 1020 * 1020 / 8192 * 128 * 1024, which is a whole number. */
#define NETWORK_OUTPUT_ONE 16646400

/* Centipawns, above and below zero, that no evaluation exceeds. */
#define NETWORK_SCORE_BOUND 20000
