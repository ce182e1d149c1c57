#include "nnue/traits.h"

/* A side's men and the squares that they attack: those of each type, and any. */
typedef struct Reach {
    Bitboard men;
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_any;
} Reach;

/* The type is known where it is called: no compiler unrolls a loop over types that has another in
 * it. */
ALWAYS_INLINE Bitboard attacks_of(PieceType type, Bitboard men, Bitboard occupied) {
    Bitboard attacks = 0;
    while (men)
        attacks |= attacks_piece(type, bb_pop(&men), occupied);
    return attacks;
}

ALWAYS_INLINE Reach reach_of(const Bitboard *by_type, Bitboard men, Color side, Bitboard occupied) {
    Reach reach = {.men = men,
                   .by_type = {bb_pawn_attacks(side, by_type[PAWN] & men),
                               attacks_of(KNIGHT, by_type[KNIGHT] & men, occupied),
                               attacks_of(BISHOP, by_type[BISHOP] & men, occupied),
                               attacks_of(ROOK, by_type[ROOK] & men, occupied),
                               attacks_of(QUEEN, by_type[QUEEN] & men, occupied),
                               attacks_of(KING, by_type[KING] & men, occupied)}};
    for (PieceType type = PAWN; type <= KING; type++)
        reach.by_any |= reach.by_type[type];
    return reach;
}

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

void traits_find(bool with_attackers, const Bitboard by_type[PIECE_TYPES],
                 const Bitboard by_color[COLORS], Traits *traits) {
    const Bitboard occupied = by_color[WHITE] | by_color[BLACK];
    const Reach white = reach_of(by_type, by_color[WHITE], WHITE, occupied);
    const Reach black = reach_of(by_type, by_color[BLACK], BLACK, occupied);
    *traits =
        (Traits){.loose = loose_of(by_type, &white, &black) | loose_of(by_type, &black, &white)};
    if (with_attackers) {
        find_attacked(&white, &black, traits);
        find_attacked(&black, &white, traits);
    }
}
