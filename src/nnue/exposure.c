#include "nnue/exposure.h"

/* Squares that a side's men attack: those of each type, and any. */
typedef struct Reach {
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_any;
} Reach;

ALWAYS_INLINE Reach reach_of(const Bitboard *by_type, Bitboard men, Color side, Bitboard occupied) {
    const Bitboard pawns = by_type[PAWN] & men;
    Reach reach = {.by_type[PAWN] =
                       bb_pawn_attacks_east(side, pawns) | bb_pawn_attacks_west(side, pawns)};
    for (Bitboard rest = by_type[KNIGHT] & men; rest;)
        reach.by_type[KNIGHT] |= attacks_knight(bb_pop(&rest));
    for (Bitboard rest = by_type[BISHOP] & men; rest;)
        reach.by_type[BISHOP] |= attacks_bishop(bb_pop(&rest), occupied);
    for (Bitboard rest = by_type[ROOK] & men; rest;)
        reach.by_type[ROOK] |= attacks_rook(bb_pop(&rest), occupied);
    for (Bitboard rest = by_type[QUEEN] & men; rest;)
        reach.by_type[QUEEN] |= attacks_queen(bb_pop(&rest), occupied);
    for (Bitboard rest = by_type[KING] & men; rest;)
        reach.by_type[KING] |= attacks_king(bb_pop(&rest));
    for (PieceType type = PAWN; type <= KING; type++)
        reach.by_any |= reach.by_type[type];
    return reach;
}

/* Of a side's men, given what its own men and the enemy's reach. */
ALWAYS_INLINE Bitboard loose_of(const Bitboard *by_type, Bitboard men, const Reach *own,
                                const Reach *enemy) {
    const Bitboard queens = by_type[QUEEN], heavy = queens | by_type[ROOK];
    const Bitboard pieces = heavy | by_type[KNIGHT] | by_type[BISHOP];
    const Bitboard by_minors = enemy->by_type[KNIGHT] | enemy->by_type[BISHOP];
    return men & ((enemy->by_any & ~own->by_any) | (enemy->by_type[PAWN] & pieces) |
                  (by_minors & heavy) | (enemy->by_type[ROOK] & queens));
}

void exposure_find(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS],
                   Exposure *exposure) {
    const Bitboard white = by_color[WHITE], black = by_color[BLACK];
    const Reach by_white = reach_of(by_type, white, WHITE, white | black);
    const Reach by_black = reach_of(by_type, black, BLACK, white | black);
    exposure->loose = loose_of(by_type, white, &by_white, &by_black) |
                      loose_of(by_type, black, &by_black, &by_white);
    for (PieceType type = PAWN; type <= KING; type++)
        exposure->attacked[type] =
            (by_white.by_type[type] & black) | (by_black.by_type[type] & white);
}
