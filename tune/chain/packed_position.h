#pragma once

#include "chain/bytes.h"
#include "chess/position.h"

/* A position in about 30 bytes, with all that a FEN says and the rook of each castling right:
 *
 *   1  bit 0: Black to move; bit 1: castling is written king takes rook; bit 2: an en-passant
 *      square follows; bits 4-7: castling rights by castling_index()
 *   8  occupied squares, a1 the lowest bit
 *   n  pieces in the order of their squares, four bits each, low half first: Piece
 *   2  only with rights: file of each right's rook, three bits each by castling_index()
 *   1  only with an en-passant square: the square
 *   .  varints: halfmove clock, move number
 *
 * Pure; any thread. */

#define PACKED_POSITION_MAX 48

/* Writes a valid position and returns the number of bytes. */
size_t packed_position_write(const Position *position, uint8_t to[PACKED_POSITION_MAX]);

/* Reads one; on false the bytes are no position and *position is undefined. */
bool packed_position_read(ByteCursor *cursor, Position *position);
