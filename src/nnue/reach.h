#pragma once

#include "base/compiler.h"
#include "chess/position.h"

/* What a side's men attack, by the rules without regard to pins; nothing is seen through a man. Any
 * thread, after chess_init(). */

/* A side's men and the squares that they attack: those of each type, and any. */
typedef struct Reach {
    Color side;
    Bitboard men, pawns;
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_any;
} Reach;

/* The type is known where it is called: no compiler unrolls a loop over types that has another in
 * it. */
ALWAYS_INLINE Bitboard reach_of_type(PieceType type, Bitboard men, Bitboard occupied) {
    Bitboard attacks = 0;
    while (men)
        attacks |= attacks_piece(type, bb_pop(&men), occupied);
    return attacks;
}

ALWAYS_INLINE Reach reach_of(const Bitboard *by_type, Bitboard men, Color side, Bitboard occupied) {
    const Bitboard pawns = by_type[PAWN] & men;
    Reach reach = {.side = side,
                   .men = men,
                   .pawns = pawns,
                   .by_type = {bb_pawn_attacks(side, pawns),
                               reach_of_type(KNIGHT, by_type[KNIGHT] & men, occupied),
                               reach_of_type(BISHOP, by_type[BISHOP] & men, occupied),
                               reach_of_type(ROOK, by_type[ROOK] & men, occupied),
                               reach_of_type(QUEEN, by_type[QUEEN] & men, occupied),
                               reach_of_type(KING, by_type[KING] & men, occupied)}};
    for (PieceType type = PAWN; type <= KING; type++)
        reach.by_any |= reach.by_type[type];
    return reach;
}
