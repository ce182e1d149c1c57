#pragma once

#include "chess/position.h"
#include "nnue/architecture.h"
#include "nnue/traits.h"

/* What the network sees: for each side, its own pieces and the enemy's on squares as that side sees
 * them, with the board mirrored so that its king stands on files a to d. Each king bucket has
 * features of its own, and so have loose men (traits.h) where a network tells them apart. Where it
 * sees attackers, a man has a feature more for each type that attacks it. Pure; any thread. */

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
    int attackers;   /* the first set of attackers */
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

/* Numbers of both sides at once, White's in the lower half: sums of such twins are sums for both.
 */
#define FEATURE_TWIN(white, black) ((uint32_t)(white) | (uint32_t)(black) << 16)

/* Where the features of a piece begin in a set, for each side: its own pawns, knights and so on
 * before the enemy's. Looked up, for it takes longer to work out. */
#define FEATURE_OWN(type)     ((type)*SQUARES)
#define FEATURE_FOREIGN(type) (FEATURE_OWN(PIECE_TYPES + (type)))
#define FEATURE_ROWS_OF(type)                                                                      \
    FEATURE_TWIN(FEATURE_OWN(type), FEATURE_FOREIGN(type)),                                        \
        FEATURE_TWIN(FEATURE_FOREIGN(type), FEATURE_OWN(type))
static const uint32_t FEATURE_ROWS[PIECES + 1] = {
    FEATURE_ROWS_OF(PAWN),  FEATURE_ROWS_OF(KNIGHT), FEATURE_ROWS_OF(BISHOP), FEATURE_ROWS_OF(ROOK),
    FEATURE_ROWS_OF(QUEEN), FEATURE_ROWS_OF(KING),   [NO_PIECE] = 0};

static inline int feature_in_set(Color side, FeatureView view, int set, Piece piece,
                                 Square square) {
    const int row = (uint16_t)(FEATURE_ROWS[piece] >> (side == WHITE ? 0 : 16));
    return set * NETWORK_FEATURES + row + (square ^ view.orientation);
}

/* Index of a piece on a square for a side with that view, 0 to NETWORK_FEATURES - 1 in the first
 * set, and so on. The state is 0, or 1 for a loose man where the network tells such men apart. */
static inline int feature_index(Color side, FeatureView view, Piece piece, Square square,
                                int state) {
    return feature_in_set(side, view, view.set + state, piece, square);
}

/* The feature that a man has, beside that of its place, if an enemy of the type attacks it. */
static inline int feature_attacked(Color side, FeatureView view, Piece piece, Square square,
                                   PieceType type) {
    return feature_in_set(side, view, view.attackers + (int)type, piece, square);
}

/* What a network with those sets sees beside places: loose men have the state 1. */
static inline void feature_traits(FeatureSets sets, const Bitboard by_type[PIECE_TYPES],
                                  const Bitboard by_color[COLORS], Traits *traits) {
    if (sets.states == 1)
        *traits = (Traits){0};
    else
        traits_find(sets.attackers, by_type, by_color, traits);
}

/* A board, as the lists of features see it. */
typedef struct FeatureScene {
    const uint8_t *board; /* [SQUARES] of Piece */
    Bitboard occupied;
    const Traits *traits; /* feature_traits() */
} FeatureScene;

static inline void feature_append(FeatureList *list, int index) {
    list->indexes[list->count++] = (uint16_t)index;
}

/* All features of a scene that a side has. */
static inline void feature_list_side(const FeatureScene *scene, Color side, FeatureView view,
                                     FeatureList *list) {
    const Traits *traits = scene->traits;
    list->count = 0;
    for (Bitboard men = scene->occupied; men;) {
        const Square square = bb_pop(&men);
        const Piece piece = (Piece)scene->board[square];
        feature_append(list,
                       feature_index(side, view, piece, square, bb_has(traits->loose, square)));
    }
    for (PieceType type = PAWN; type <= KING; type++) {
        for (Bitboard men = traits->attacked[type]; men;) {
            const Square square = bb_pop(&men);
            const Piece piece = (Piece)scene->board[square];
            feature_append(list, feature_attacked(side, view, piece, square, type));
        }
    }
}

/* Output bucket for a number of pieces from 2 to 32, kings among them. */
static inline int feature_bucket(int pieces) {
    return (pieces - 2) * NETWORK_OUTPUT_BUCKETS / NETWORK_MAX_PIECES;
}

/* All features of a position, of each side, for a network with those sets. */
static inline void feature_list(FeatureSets sets, const Position *position,
                                FeatureList lists[COLORS]) {
    Traits traits;
    feature_traits(sets, position->by_type, position->by_color, &traits);
    const FeatureScene scene = {position->board, position_occupied(position), &traits};
    const FeatureView views[COLORS] = {feature_view(sets, WHITE, position_king(position, WHITE)),
                                       feature_view(sets, BLACK, position_king(position, BLACK))};
    for (Color side = WHITE; side < COLORS; side++)
        feature_list_side(&scene, side, views[side], &lists[side]);
}
