#ifndef QUORUM_NNUE_FEATURES_H
#define QUORUM_NNUE_FEATURES_H

#include "chess/position.h"
#include "nnue/architecture.h"

/* What the network sees: for each side, its own pieces and the enemy's on squares as that side sees
 * them, with the board mirrored so that its king stands on files a to d. Pure; any thread. */

/* The features of one side. */
typedef struct FeatureList {
    int count; /* to NETWORK_MAX_PIECES */
    uint16_t indexes[NETWORK_MAX_PIECES];
} FeatureList;

/* What to XOR to a square to see it as a side does whose king stands on `king`. */
static inline int feature_orientation(Color side, Square king) {
    return (side == BLACK ? 56 : 0) ^ (square_file(king) >= FILE_E ? 7 : 0);
}

/* Index of a piece on a square for a side with that orientation, 0 to NETWORK_FEATURES - 1. */
static inline int feature_index(Color side, int orientation, Piece piece, Square square) {
    const int foreign = piece_color(piece) != side;
    return (foreign * PIECE_TYPES + (int)piece_type(piece)) * SQUARES + (square ^ orientation);
}

/* Output bucket for a number of pieces from 2 to 32, kings among them. */
static inline int feature_bucket(int pieces) {
    return (pieces - 2) * NETWORK_OUTPUT_BUCKETS / NETWORK_MAX_PIECES;
}

/* All features of a side. */
static inline void feature_list(const Position *position, Color side, FeatureList *list) {
    const int orientation = feature_orientation(side, position_king(position, side));
    list->count = 0;
    for (Bitboard pieces = position_occupied(position); pieces;) {
        const Square square = bb_pop(&pieces);
        const Piece piece = position_piece_on(position, square);
        list->indexes[list->count++] = (uint16_t)feature_index(side, orientation, piece, square);
    }
}

#endif
