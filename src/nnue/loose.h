#pragma once

#include "chess/position.h"

/* What hangs, or might: a man is loose when a lesser enemy attacks it (a pawn a knight, bishop,
 * rook or queen, a knight or bishop a rook or queen, a rook a queen), or when any enemy attacks it
 * and no man of its own side defends it, as pawns and kings can only be. Attacks and defences are
 * those of the rules without regard to pins; nothing is seen through a man. */

/* The loose men of both sides, from the sets of all men of each type and of each colour. A side may
 * lack any man but not more. Pure; any thread, after chess_init(). */
Bitboard loose_men(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS]);
