#pragma once

#include "base/reason.h"
#include "chess/position.h"

/* Sets up a position part by part, for whoever reads it from somewhere or makes one up: an empty
 * board, the men, and then in this order side to move, castling rights, en-passant square, and the
 * end, after which it is valid. What no chess position can have is refused: false, with the reason
 * in *why; the position must then not be used. Pure; any thread. */

/* Counters are held at or below this, so that no game that follows can wrap a uint16_t before it
 * has 32,768 moves more: such a one counts from 0 again. */
#define SETUP_COUNTER_MAX 32767

void setup_begin(Position *position);

/* Puts a man on an empty square. */
bool setup_put(Position *position, Piece piece, Square square, Reason *why);

/* Whether both kings are there. */
bool setup_has_kings(const Position *position, Reason *why);

bool setup_side(Position *position, Color side, Reason *why);

/* The right to castle with the rook on that square, NO_SQUARE if there is none. Sets chess960 when
 * it cannot be written in standard notation. *why is worded to follow the name of the right. */
bool setup_castling(Position *position, Color color, Square rook, Reason *why);

/* The square that a pawn has just passed; setup_finish() drops it where no pawn can use it. */
bool setup_en_passant(Position *position, Square square, Reason *why);

/* Counters above SETUP_COUNTER_MAX, and a move number of 0, become the nearest that may be. */
void setup_finish(Position *position, uint32_t rule50, uint32_t fullmove);
