#pragma once

#include "chess/position.h"

/* Forsyth-Edwards notation, X-FEN (Scharnagl) and Shredder-FEN. */

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* Longest text that fen_format() writes, with its terminating NUL. */
#define FEN_SIZE 128

/* What is wrong with a FEN and where. */
typedef struct FenError {
    int column; /* of the first offending character, from 1 */
    char message[160];
} FenError;

/* Reads a position. Accepts KQkq (the outermost rook), file letters (HAha, Shredder-FEN), any mix,
 * and missing counters. An en-passant square that is possible but that no pawn can legally use is
 * accepted and dropped. Text after the sixth field is an error. On false *position is unchanged and
 * *error says why. position->chess960 is set when a right cannot be written in standard notation;
 * the caller may set it in any case. */
bool fen_parse(const char *text, Position *position, FenError *error);

/* The same for the first fields of a longer line, such as EPD: *end is set to the first character
 * after the fields that were read, blanks skipped. Counters are read only where both are plain
 * numbers. */
bool fen_parse_prefix(const char *text, Position *position, FenError *error, const char **end);

/* Writes all six fields. Castling as KQkq where the rook is the outermost one, else (or with
 * chess960 set) as X-FEN demands: the file letter only where KQkq would be ambiguous. */
void fen_format(const Position *position, char text[FEN_SIZE]);

/* The same with castling rights always written as file letters. */
void fen_format_shredder(const Position *position, char text[FEN_SIZE]);
