#pragma once

#include "chess/position.h"

/* Moves as text, both ways. Pure; any thread. */

/* Sizes with the terminating NUL. */
#define COORDINATE_SIZE 6
#define SAN_SIZE        12

typedef enum SanStatus {
    SAN_OK,
    SAN_MALFORMED, /* not the form of a move */
    SAN_ILLEGAL,   /* well formed, but no legal move fits */
    SAN_AMBIGUOUS  /* several legal moves fit */
} SanStatus;

/* Long algebraic notation of UCI: e2e4, e7e8q, 0000 for MOVE_NONE and MOVE_NULL. Castling is
 * written as the king's own two-step move, or with chess960 as king takes rook. */
void notation_coordinate(Move move, bool chess960, char text[COORDINATE_SIZE]);

/* The legal move that the text of `length` characters names, or MOVE_NONE. Castling is understood
 * in both forms where no other king move has the same squares; the promotion letter in either case.
 */
Move notation_parse_coordinate(const Position *position, const char *text, int length);

/* Standard algebraic notation of a legal move, with + or #. */
void notation_san(const Position *position, Move move, char text[SAN_SIZE]);

/* Reads SAN of `length` characters as people write it: check signs, annotations (!?), missing or
 * superfluous x, =, disambiguation, 0-0 with zeros, and coordinate notation too. */
SanStatus notation_parse_san(const Position *position, const char *text, int length, Move *move);
