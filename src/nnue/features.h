#pragma once

#include <string.h>

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
} FeatureView;

/* Of four king buckets, the first two share the first rank, the corner's side before the middle's;
 * the third has the second rank, the last all others. */
static inline FeatureView feature_view(FeatureSets sets, Color side, Square king) {
    const bool mirrored = square_file(king) >= FILE_E;
    FeatureView view = {.orientation = (side == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0),
                        .traits = feature_sets_of_places(sets)};
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

/* Where the features of a trait begin among those of all traits, with the rows of the man's type
 * to be added. Traits of pawns, and of rooks, share sets: theirs stand where other types would. Men
 * of the types whose bits are set can have it. */
typedef struct TraitPlace {
    uint16_t row;
    uint8_t types;
} TraitPlace;

#define AT(set, types_on) ((set)*NETWORK_FEATURES + (types_on)*SQUARES)
#define ALL               0x3F
#define PAWNS             (1 << PAWN)
static const TraitPlace TRAIT_PLACES[TRAITS] = {
    [TRAIT_ATTACKED + PAWN] = {AT(0, 0), ALL},
    [TRAIT_ATTACKED + KNIGHT] = {AT(1, 0), ALL},
    [TRAIT_ATTACKED + BISHOP] = {AT(2, 0), ALL},
    [TRAIT_ATTACKED + ROOK] = {AT(3, 0), ALL},
    [TRAIT_ATTACKED + QUEEN] = {AT(4, 0), ALL},
    [TRAIT_ATTACKED + KING] = {AT(5, 0), ALL},
    [TRAIT_PINNED] = {AT(6, 0), ALL},
    [TRAIT_PASSED] = {AT(7, 0), PAWNS},
    [TRAIT_ISOLATED] = {AT(7, 1), PAWNS},
    [TRAIT_OPPOSED] = {AT(7, 2), PAWNS},
    [TRAIT_FREE] = {AT(7, 3), PAWNS},
    [TRAIT_UNSTOPPED] = {AT(7, 4), PAWNS},
    [TRAIT_SUPPORTED] = {AT(7, 5), PAWNS},
    [TRAIT_OUTRUNS] = {AT(8, 0), PAWNS},
    [TRAIT_ESCORTED] = {AT(8, 1), PAWNS},
    [TRAIT_FACED] = {AT(8, 2), PAWNS},
    [TRAIT_BACKED] = {AT(8, 3), PAWNS},
    [TRAIT_CHASED] = {AT(8, 4), PAWNS},
    [TRAIT_DISTANT] = {AT(8, 5), PAWNS},
    [TRAIT_HALF_OPEN] = {AT(9, 0), 1 << ROOK},
    [TRAIT_OPEN] = {AT(9, 1), 1 << ROOK},
    [TRAIT_OUTPOST] = {AT(9, 0), 1 << KNIGHT | 1 << BISHOP},
};
#undef AT
#undef ALL
#undef PAWNS

_Static_assert(TRAITS_OF_ATTACKERS == NETWORK_TRAITS_OF_ATTACKERS, "each has a set of its own");
_Static_assert(TRAITS < NETWORK_MAN_FEATURES, "and one for the place");
_Static_assert(TRAITS <= 32, "a bit for each");

/* How many traits, from the first, a network with those sets sees. */
static inline int feature_traits_seen(FeatureSets sets) {
    return sets.traits == NETWORK_TRAITS_MAX ? (int)TRAITS : sets.traits;
}

/* The feature that a man has for a trait, beside that of its place. */
static inline int feature_trait(Color side, FeatureView view, Piece piece, Square square,
                                Trait trait) {
    return TRAIT_PLACES[trait].row + feature_in_set(side, view, view.traits, piece, square);
}

/* What a network with those sets sees of the traits of men: loose men have the state 1. */
static inline void feature_traits(FeatureSets sets, const Bitboard by_type[PIECE_TYPES],
                                  const Bitboard by_color[COLORS], Traits *traits) {
    if (sets.states == 1)
        *traits = (Traits){0};
    else if (sets.traits == NETWORK_TRAITS_MAX)
        traits_find_all(by_type, by_color, traits);
    else
        traits_find_attacked(by_type, by_color, traits);
    if (sets.states > 1 && sets.traits == 0)
        memset(traits->of, 0, sizeof traits->of);
}

/* A board, as the lists of features see it. */
typedef struct FeatureScene {
    const uint8_t *board; /* [SQUARES] of Piece */
    Bitboard occupied;
    const Traits *traits; /* feature_traits() */
} FeatureScene;

/* The men that have each trait, and in another position either are others or have it not; returns
 * the traits that there are, a bit for each. For vectors: 22 branches would take longer. */
ALWAYS_INLINE uint32_t feature_traits_gained(const Traits *traits, const Traits *other,
                                             Bitboard moved, Bitboard gained[TRAITS]) {
    uint32_t any = 0;
    for (int trait = 0; trait < TRAITS; trait++)
        gained[trait] = traits->of[trait] & (moved | ~other->of[trait]);
    for (int trait = 0; trait < TRAITS; trait++)
        any |= (uint32_t)(gained[trait] != 0) << trait;
    return any;
}

/* Lists the features of both sides, which take less time together, that a scene has and one with
 * other traits, whose men on the squares of `moved` are others, has not; returns how many a side.
 */
ALWAYS_INLINE int feature_list_gained(const FeatureScene *scene, const Traits *other,
                                      Bitboard moved, const FeatureView views[COLORS],
                                      uint16_t *white, uint16_t *black) {
    const Traits *traits = scene->traits;
    const FeatureView by_white = views[WHITE], by_black = views[BLACK];
    int count = 0;
    for (Bitboard squares = (moved | (traits->loose ^ other->loose)) & scene->occupied; squares;
         count++) {
        const Square square = bb_pop(&squares);
        const Piece piece = (Piece)scene->board[square];
        const int state = bb_has(traits->loose, square);
        white[count] = (uint16_t)feature_index(WHITE, by_white, piece, square, state);
        black[count] = (uint16_t)feature_index(BLACK, by_black, piece, square, state);
    }
    Bitboard gained[TRAITS];
    for (Bitboard rest = feature_traits_gained(traits, other, moved, gained); rest;) {
        const Trait trait = (Trait)bb_pop(&rest);
        Bitboard squares = gained[trait];
        do {
            const Square square = bb_pop(&squares);
            const Piece piece = (Piece)scene->board[square];
            white[count] = (uint16_t)feature_trait(WHITE, by_white, piece, square, trait);
            black[count++] = (uint16_t)feature_trait(BLACK, by_black, piece, square, trait);
        } while (squares);
    }
    return count;
}

/* All features of a scene. */
static inline void feature_list_scene(const FeatureScene *scene, const FeatureView views[COLORS],
                                      FeatureList *white, FeatureList *black) {
    static const Traits NONE = {0};
    white->count = black->count =
        feature_list_gained(scene, &NONE, ~(Bitboard)0, views, white->indexes, black->indexes);
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
    feature_list_scene(&scene, views, &lists[WHITE], &lists[BLACK]);
}
