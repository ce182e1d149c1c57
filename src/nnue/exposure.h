#pragma once

#include "chess/position.h"

/* What men are exposed to, for the network. Attacks and defences are those of the rules without
 * regard to pins; nothing is seen through a man. */
typedef struct Exposure {
    /* What hangs, or might: men that a lesser enemy attacks (a pawn a knight, bishop, rook or
     * queen, a knight or bishop a rook or queen, a rook a queen), or that any enemy attacks and no
     * man of their own side defends, as pawns and kings can only be. */
    Bitboard loose;
    /* The men that enemies of a type attack. */
    Bitboard attacked[PIECE_TYPES];
} Exposure;

/* Of both sides, from the sets of all men of each type and of each colour. A side may lack any man
 * but not more. Pure; any thread, after chess_init(). */
void exposure_find(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS],
                   Exposure *exposure);
