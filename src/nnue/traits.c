#include "nnue/traits.h"

#include "nnue/figures.h"
#include "nnue/reach.h"

/* Of a side's men, given what they and the enemy's reach. */
ALWAYS_INLINE Bitboard loose_of(const Bitboard *by_type, const Reach *own, const Reach *enemy) {
    const Bitboard queens = by_type[QUEEN], heavy = queens | by_type[ROOK];
    const Bitboard pieces = heavy | by_type[KNIGHT] | by_type[BISHOP];
    const Bitboard by_minors = enemy->by_type[KNIGHT] | enemy->by_type[BISHOP];
    return own->men & ((enemy->by_any & ~own->by_any) | (enemy->by_type[PAWN] & pieces) |
                       (by_minors & heavy) | (enemy->by_type[ROOK] & queens));
}

ALWAYS_INLINE void find_attacked(const Reach *own, const Reach *enemy, Traits *traits) {
    for (PieceType type = PAWN; type <= KING; type++)
        traits->attacked[type] |= enemy->by_type[type] & own->men;
}

ALWAYS_INLINE void find(const Bitboard *by_type, const Bitboard *by_color, FeatureExtras extras,
                        Traits *traits) {
    const Bitboard occupied = by_color[WHITE] | by_color[BLACK];
    const Reach white = reach_of(by_type, by_color[WHITE], WHITE, occupied);
    const Reach black = reach_of(by_type, by_color[BLACK], BLACK, occupied);
    const Bitboard of_white = loose_of(by_type, &white, &black);
    const Bitboard of_black = loose_of(by_type, &black, &white);
    *traits = (Traits){.loose = of_white | of_black};
    if (extras == EXTRAS_FIGURES) {
        figures_find(by_type, &white, &black, of_white, traits->figures[WHITE]);
        figures_find(by_type, &black, &white, of_black, traits->figures[BLACK]);
    } else if (extras == EXTRAS_ATTACKERS) {
        find_attacked(&white, &black, traits);
        find_attacked(&black, &white, traits);
    }
}

void traits_find(FeatureExtras extras, const Bitboard by_type[PIECE_TYPES],
                 const Bitboard by_color[COLORS], Traits *traits) {
    switch (extras) {
    case EXTRAS_NONE:
        find(by_type, by_color, EXTRAS_NONE, traits);
        break;
    case EXTRAS_ATTACKERS:
        find(by_type, by_color, EXTRAS_ATTACKERS, traits);
        break;
    case EXTRAS_FIGURES:
        find(by_type, by_color, EXTRAS_FIGURES, traits);
    }
}
