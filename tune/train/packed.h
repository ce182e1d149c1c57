#pragma once

#include "nnue/features.h"

/* A training position in 32 bytes, seen by the side to move: its own first rank is rank 1. Pure;
 * any thread. */

/* Where a position comes from. */
typedef enum PackedKind {
    PACKED_OF_GAME,
    PACKED_OF_TREE /* its score is a value if the outcome is 1, a lower bound if it is 2, an upper
                      bound if it is 0, and there is no other outcome */
} PackedKind;

typedef struct PackedPosition {
    uint64_t occupied;
    uint8_t pieces[NETWORK_MAX_PIECES / 2]; /* a nibble for each occupied square, lowest first: the
                                               type, and 8 for the other side's */
    int16_t score;                          /* centipawns, for the side to move */
    uint8_t outcome;                        /* for the side to move: 0 lost, 1 drawn, 2 won */
    uint8_t own_king;
    uint8_t other_king;
    uint8_t bucket; /* output bucket of the network */
    uint8_t kind;   /* PackedKind */
    uint8_t spare;
} PackedPosition;

/* The features of the side to move and of the other, in the same order. */
typedef struct FeaturePair {
    FeatureList own;
    FeatureList other;
} FeaturePair;

void packed_from_position(const Position *position, int score, int outcome, PackedPosition *packed);

/* Whether the score is a bound that says nothing against a value larger than it by `excess`. */
static inline bool packed_is_within_bound(const PackedPosition *packed, double excess) {
    return packed->kind == PACKED_OF_TREE &&
           (packed->outcome == 2 ? excess > 0 : packed->outcome == 0 && excess < 0);
}

/* For a network with those sets. */
void packed_features(const PackedPosition *packed, FeatureSets sets, FeaturePair *features);
