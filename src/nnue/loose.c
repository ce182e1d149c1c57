#include "nnue/loose.h"

/* Squares that a side attacks, by the least of its men that does: each set holds those before it.
 */
typedef struct Reach {
    Bitboard by_pawns;
    Bitboard by_minors;
    Bitboard by_rooks;
    Bitboard by_any;
} Reach;

ALWAYS_INLINE Reach reach_of(const Bitboard *by_type, Bitboard men, Color side, Bitboard occupied) {
    const Bitboard pawns = by_type[PAWN] & men;
    Reach reach = {.by_pawns =
                       bb_pawn_attacks_east(side, pawns) | bb_pawn_attacks_west(side, pawns)};
    Bitboard attacked = reach.by_pawns;
    for (Bitboard rest = by_type[KNIGHT] & men; rest;)
        attacked |= attacks_knight(bb_pop(&rest));
    for (Bitboard rest = by_type[BISHOP] & men; rest;)
        attacked |= attacks_bishop(bb_pop(&rest), occupied);
    reach.by_minors = attacked;
    for (Bitboard rest = by_type[ROOK] & men; rest;)
        attacked |= attacks_rook(bb_pop(&rest), occupied);
    reach.by_rooks = attacked;
    for (Bitboard rest = by_type[QUEEN] & men; rest;)
        attacked |= attacks_queen(bb_pop(&rest), occupied);
    for (Bitboard rest = by_type[KING] & men; rest;)
        attacked |= attacks_king(bb_pop(&rest));
    reach.by_any = attacked;
    return reach;
}

/* Of a side's men, given what its own men and the enemy's reach. */
ALWAYS_INLINE Bitboard loose_of(const Bitboard *by_type, Bitboard men, const Reach *own,
                                const Reach *enemy) {
    const Bitboard queens = by_type[QUEEN], heavy = queens | by_type[ROOK];
    const Bitboard pieces = heavy | by_type[KNIGHT] | by_type[BISHOP];
    return men & ((enemy->by_any & ~own->by_any) | (enemy->by_pawns & pieces) |
                  (enemy->by_minors & heavy) | (enemy->by_rooks & queens));
}

Bitboard loose_men(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS]) {
    const Bitboard white = by_color[WHITE], black = by_color[BLACK];
    const Reach by_white = reach_of(by_type, white, WHITE, white | black);
    const Reach by_black = reach_of(by_type, black, BLACK, white | black);
    return loose_of(by_type, white, &by_white, &by_black) |
           loose_of(by_type, black, &by_black, &by_white);
}
