#pragma once

#include <string.h>

#include "chess/position.h"
#include "nnue/architecture.h"
#include "nnue/exposure.h"

/* What the network sees: for each side, its own pieces and the enemy's on squares as that side sees
 * them, with the board mirrored so that its king stands on files a to d. Each king bucket has
 * features of its own, and so have loose men (exposure.h) where a network tells them apart. Where
 * it sees attackers, a man has a feature more for each type of enemy that attacks it. Pure; any
 * thread. */

/* The features of one side. */
typedef struct FeatureList {
    int count; /* to NETWORK_MAX_ACTIVE */
    uint16_t indexes[NETWORK_MAX_ACTIVE];
} FeatureList;

/* How a side sees the board, which depends on where its king stands. */
typedef struct FeatureView {
    int orientation; /* what to XOR to a square */
    int king_bucket; /* 0 to NETWORK_KING_BUCKETS_MAX - 1 */
    int set;         /* of men in the first state, 0 to feature_sets_of_places() - 1 */
    int attackers;   /* set of men that pawns attack, the first of the attackers */
} FeatureView;

/* Of four king buckets, the first two share the first rank, the corner's side before the middle's;
 * the third has the second rank, the last all others. */
static inline FeatureView feature_view(FeatureSets sets, Color side, Square king) {
    const bool mirrored = square_file(king) >= FILE_E;
    FeatureView view = {.orientation = (side == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0),
                        .attackers = feature_sets_of_places(sets)};
    if (sets.king_buckets > 1) {
        const Square seen = king ^ view.orientation;
        const int rank = square_rank(seen);
        view.king_bucket = rank > RANK_2 ? 3 : rank == RANK_2 ? 2 : square_file(seen) >= FILE_C;
        view.set = view.king_bucket * sets.states;
    }
    return view;
}

static inline bool feature_views_equal(FeatureView a, FeatureView b) {
    return a.orientation == b.orientation && a.king_bucket == b.king_bucket;
}

/* Where the features of a piece begin in a set, for each side: its own pawns, knights and so on
 * before the enemy's. Looked up, for it takes longer to work out. */
#define FEATURE_OWN(type)     ((type)*SQUARES)
#define FEATURE_FOREIGN(type) (FEATURE_OWN(PIECE_TYPES + (type)))
static const uint16_t FEATURE_ROWS[COLORS][PIECES] = {
    {FEATURE_OWN(PAWN), FEATURE_FOREIGN(PAWN), FEATURE_OWN(KNIGHT), FEATURE_FOREIGN(KNIGHT),
     FEATURE_OWN(BISHOP), FEATURE_FOREIGN(BISHOP), FEATURE_OWN(ROOK), FEATURE_FOREIGN(ROOK),
     FEATURE_OWN(QUEEN), FEATURE_FOREIGN(QUEEN), FEATURE_OWN(KING), FEATURE_FOREIGN(KING)},
    {FEATURE_FOREIGN(PAWN), FEATURE_OWN(PAWN), FEATURE_FOREIGN(KNIGHT), FEATURE_OWN(KNIGHT),
     FEATURE_FOREIGN(BISHOP), FEATURE_OWN(BISHOP), FEATURE_FOREIGN(ROOK), FEATURE_OWN(ROOK),
     FEATURE_FOREIGN(QUEEN), FEATURE_OWN(QUEEN), FEATURE_FOREIGN(KING), FEATURE_OWN(KING)},
};

static inline int feature_in_set(Color side, FeatureView view, int set, Piece piece,
                                 Square square) {
    return set * NETWORK_FEATURES + FEATURE_ROWS[side][piece] + (square ^ view.orientation);
}

/* Index of a piece on a square for a side with that view, 0 to NETWORK_FEATURES - 1 in the first
 * set, and so on. The state is 0, or 1 for a loose man where the network tells such men apart. */
static inline int feature_index(Color side, FeatureView view, Piece piece, Square square,
                                int state) {
    return feature_in_set(side, view, view.set + state, piece, square);
}

/* The same of a man that an enemy of that type attacks, beside the feature of its place. */
static inline int feature_attacked(Color side, FeatureView view, Piece piece, Square square,
                                   PieceType attacker) {
    return feature_in_set(side, view, view.attackers + (int)attacker, piece, square);
}

/* What a network with those sets sees of what men are exposed to: loose men have the state 1. */
static inline void feature_exposure(FeatureSets sets, const Bitboard by_type[PIECE_TYPES],
                                    const Bitboard by_color[COLORS], Exposure *exposure) {
    if (sets.states == 1) {
        *exposure = (Exposure){0};
        return;
    }
    exposure_find(by_type, by_color, exposure);
    if (sets.attackers == 0)
        memset(exposure->attacked, 0, sizeof exposure->attacked);
}

/* Output bucket for a number of pieces from 2 to 32, kings among them. */
static inline int feature_bucket(int pieces) {
    return (pieces - 2) * NETWORK_OUTPUT_BUCKETS / NETWORK_MAX_PIECES;
}

/* All features of a side for a network with those sets. */
static inline void feature_list(FeatureSets sets, const Position *position, Color side,
                                FeatureList *list) {
    const FeatureView view = feature_view(sets, side, position_king(position, side));
    Exposure exposure;
    feature_exposure(sets, position->by_type, position->by_color, &exposure);
    list->count = 0;
    for (Bitboard pieces = position_occupied(position); pieces;) {
        const Square square = bb_pop(&pieces);
        const Piece piece = position_piece_on(position, square);
        list->indexes[list->count++] =
            (uint16_t)feature_index(side, view, piece, square, bb_has(exposure.loose, square));
    }
    for (PieceType attacker = PAWN; attacker <= KING; attacker++) {
        for (Bitboard pieces = exposure.attacked[attacker]; pieces;) {
            const Square square = bb_pop(&pieces);
            const Piece piece = position_piece_on(position, square);
            list->indexes[list->count++] =
                (uint16_t)feature_attacked(side, view, piece, square, attacker);
        }
    }
}
