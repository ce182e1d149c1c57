#pragma once

#include "chess/position.h"

/* What the network is told of men beside their places. Attacks and defences are those of the rules
 * without regard to pins; nothing is seen through a man. */

typedef struct Traits {
    /* What hangs, or might: men that a lesser enemy attacks (a pawn a knight, bishop, rook or
     * queen, a knight or bishop a rook or queen, a rook a queen), or that any enemy attacks and no
     * man of their own side defends, as pawns and kings can only be. */
    Bitboard loose;
    Bitboard attacked[PIECE_TYPES]; /* men that an enemy of the type attacks, or none */
} Traits;

/* Of both sides, from the sets of all men of each type and of each colour. A side may lack any man
 * but not more. Attacked men are found if they are asked for. Pure; any thread, after
 * chess_init(). */
void traits_find(bool with_attackers, const Bitboard by_type[PIECE_TYPES],
                 const Bitboard by_color[COLORS], Traits *traits);
