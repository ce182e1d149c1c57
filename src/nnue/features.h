#pragma once

#include "chess/position.h"
#include "nnue/architecture.h"
#include "nnue/traits.h"

/* What the network sees: for each side, its own pieces and the enemy's on squares as that side sees
 * them, with the board mirrored so that its king stands on files a to d. Each king bucket has
 * features of its own, and so have loose men (traits.h) where a network tells them apart. Where it
 * sees traits, a man has a feature more for each that it has. Pure; any thread. */

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
    int traits;      /* the first set of traits */
    TraitKind kind;  /* of these */
} FeatureView;

/* Of four king buckets, the first two share the first rank, the corner's side before the middle's;
 * the third has the second rank, the last all others. */
static inline FeatureView feature_view(FeatureSets sets, Color side, Square king) {
    const bool mirrored = square_file(king) >= FILE_E;
    FeatureView view = {.orientation = (side == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0),
                        .traits = feature_sets_of_places(sets),
                        .kind = sets.traits};
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

/* Where the features of a trait begin among those of all traits, with the rows of the man's type
 * to be added. Traits of one type of man share sets: theirs stand where other types would. Men of
 * the types whose bits are set can have it. */
typedef struct TraitPlace {
    int16_t row;
    uint8_t types;
} TraitPlace;

#define AT(set, types_on) ((set)*NETWORK_FEATURES + (types_on)*SQUARES)
#define ALL               0x3F
#define PAWNS             (1 << PAWN)
static const TraitPlace TRAIT_PLACES[][TRAITS] = {
    [TRAITS_ATTACKERS] = {[PAWN] = {AT(0, 0), ALL},
                          [KNIGHT] = {AT(1, 0), ALL},
                          [BISHOP] = {AT(2, 0), ALL},
                          [ROOK] = {AT(3, 0), ALL},
                          [QUEEN] = {AT(4, 0), ALL},
                          [KING] = {AT(5, 0), ALL}},
    [TRAITS_POSITIONAL] = {[TRAIT_PINNED] = {AT(0, 0), ALL & ~(1 << KING)},
                           [TRAIT_PASSED] = {AT(1, 0), PAWNS},
                           [TRAIT_FREE] = {AT(1, 1), PAWNS},
                           [TRAIT_UNSTOPPED] = {AT(1, 2), PAWNS},
                           [TRAIT_OUTRUNS] = {AT(1, 3), PAWNS},
                           [TRAIT_ESCORTED] = {AT(1, 4), PAWNS},
                           [TRAIT_FACED] = {AT(1, 5), PAWNS},
                           [TRAIT_HALF_OPEN] = {AT(2, 0), 1 << ROOK},
                           [TRAIT_OPEN] = {AT(2, 1), 1 << ROOK},
                           [TRAIT_OUTPOST] = {AT(2, 0), 1 << KNIGHT | 1 << BISHOP}}};

/* And those of kings. */
static const int16_t FEATURE_KING_ROWS[KING_TRAITS] = {
    AT(3, -5), AT(3, -4), AT(3, -3),            /* pressed */
    AT(3, -2), AT(3, -1), AT(3, 0),             /* bared */
    AT(4, -5), AT(4, -4), AT(4, -3), AT(4, -2), /* checked */
    AT(4, -1), AT(4, 0)};                       /* stuck */
#undef AT
#undef ALL
#undef PAWNS

_Static_assert((int)TRAITS >= (int)PIECE_TYPES, "a trait for each type that attacks");

/* The feature that a man has for a trait of the network's kind, beside that of its place. */
static inline int feature_trait(Color side, FeatureView view, Piece piece, Square square,
                                int trait) {
    return TRAIT_PLACES[view.kind][trait].row +
           feature_in_set(side, view, view.traits, piece, square);
}

/* Likewise a king. */
static inline int feature_king_trait(Color side, FeatureView view, Color color, Square square,
                                     int trait) {
    return FEATURE_KING_ROWS[trait] +
           feature_in_set(side, view, view.traits, piece_make(color, KING), square);
}

/* What a network with those sets sees of the traits of men: loose men have the state 1. */
static inline void feature_traits(FeatureSets sets, const Bitboard by_type[PIECE_TYPES],
                                  const Bitboard by_color[COLORS], Traits *traits) {
    if (sets.states == 1)
        *traits = (Traits){0};
    else
        traits_find(sets.traits, by_type, by_color, traits);
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
    for (int trait = 0; trait < TRAITS; trait++) {
        for (Bitboard men = traits->of[trait]; men;) {
            const Square square = bb_pop(&men);
            const Piece piece = (Piece)scene->board[square];
            feature_append(list, feature_trait(side, view, piece, square, trait));
        }
    }
    for (Color color = WHITE; color < COLORS; color++)
        for (int trait = 0; trait < KING_TRAITS; trait++)
            if (traits->of_king[color] >> trait & 1)
                feature_append(list,
                               feature_king_trait(side, view, color, traits->king[color], trait));
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
