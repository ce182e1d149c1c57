#pragma once

#include "chess/position.h"

/* Piece values of static exchange evaluation in centipawns, by PieceType; the king's is 0. */
extern const int SEE_VALUE[PIECE_TYPES + 1];

/* Whether the exchange that a legal move begins on its destination square wins at least `threshold`
 * centipawns, when both sides take with their least valuable piece and may stop at any time; pinned
 * pieces do not take while their pinner stands. Pure; any thread. */
bool see_at_least(const Position *position, Move move, int threshold);
