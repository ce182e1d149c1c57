#ifndef QUORUM_NNUE_FEATURES_H
#define QUORUM_NNUE_FEATURES_H

#include "chess/position.h"
#include "nnue/architecture.h"

/* What the network sees: for each side, its own pieces and the enemy's on squares as that side sees
 * them, with the board mirrored so that its king stands on files a to d. With several king buckets
 * each has features of its own. Pure; any thread. */

/* The features of one side. */
typedef struct FeatureList {
    int count; /* to NETWORK_MAX_PIECES */
    uint16_t indexes[NETWORK_MAX_PIECES];
} FeatureList;

/* How a side sees the board, which depends on where its king stands. */
typedef struct FeatureView {
    int orientation; /* what to XOR to a square */
    int king_bucket; /* 0 to NETWORK_KING_BUCKETS_MAX - 1 */
} FeatureView;

/* For a network with that many king buckets, 1 or NETWORK_KING_BUCKETS_MAX. Of four, the first two
 * share the first rank, the corner's side before the middle's; the third has the second rank, the
 * last all others. */
static inline FeatureView feature_view(int king_buckets, Color side, Square king) {
    const bool mirrored = square_file(king) >= FILE_E;
    FeatureView view = {.orientation = (side == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0)};
    if (king_buckets > 1) {
        const Square seen = king ^ view.orientation;
        const int rank = square_rank(seen);
        view.king_bucket = rank > RANK_2 ? 3 : rank == RANK_2 ? 2 : square_file(seen) >= FILE_C;
    }
    return view;
}

static inline bool feature_views_equal(FeatureView a, FeatureView b) {
    return a.orientation == b.orientation && a.king_bucket == b.king_bucket;
}

/* Index of a piece on a square for a side with that view, 0 to NETWORK_FEATURES - 1 in the first
 * king bucket, and so on. */
static inline int feature_index(Color side, FeatureView view, Piece piece, Square square) {
    const int foreign = piece_color(piece) != side;
    return view.king_bucket * NETWORK_FEATURES +
           (foreign * PIECE_TYPES + (int)piece_type(piece)) * SQUARES + (square ^ view.orientation);
}

/* Output bucket for a number of pieces from 2 to 32, kings among them. */
static inline int feature_bucket(int pieces) {
    return (pieces - 2) * NETWORK_OUTPUT_BUCKETS / NETWORK_MAX_PIECES;
}

/* All features of a side for a network with that many king buckets. */
static inline void feature_list(int king_buckets, const Position *position, Color side,
                                FeatureList *list) {
    const FeatureView view = feature_view(king_buckets, side, position_king(position, side));
    list->count = 0;
    for (Bitboard pieces = position_occupied(position); pieces;) {
        const Square square = bb_pop(&pieces);
        const Piece piece = position_piece_on(position, square);
        list->indexes[list->count++] = (uint16_t)feature_index(side, view, piece, square);
    }
}

#endif
