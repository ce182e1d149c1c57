#pragma once

#include "base/reason.h"
#include "base/text.h"
#include "chess/position.h"

/* Extended Position Description (S. J. Edwards, 1994), and the dialects that people write: a line
 * is a position followed by operations, `bm Qg6; id "WAC.001";`. Pure; any thread. */

/* More operations than any known suite has in a line. */
#define EPD_MAX_OPERATIONS 64

typedef enum EpdStatus {
    EPD_POSITION,
    EPD_EMPTY,    /* blank, or a comment: it begins with '#', '%', ';' or "//" */
    EPD_MALFORMED /* the error says why, and in which column, from 1 */
} EpdStatus;

/* An operation; both texts lie in the line that was parsed. */
typedef struct EpdOperation {
    Text name;
    Text operands; /* without the white space around them; quotation marks are still there */
} EpdOperation;

typedef struct EpdLine {
    Position position;
    int operation_count;
    EpdOperation operations[EPD_MAX_OPERATIONS];
} EpdLine;

/* Reads a line, which must outlive *epd. Understood beside the standard: FEN's two counters, X-FEN
 * and Shredder-FEN castling, a semicolon after the position, a missing semicolon at the end, an
 * empty operation, any line end, and a comment ('#', '%' or "//") where an operation could begin.
 * `hmvc` and `fmvn` set the position's counters. Quotation marks hide semicolons and must be
 * closed. */
EpdStatus epd_parse(const char *line, EpdLine *epd, Reason *error);

/* The first operation of that name, or NULL. */
const EpdOperation *epd_find(const EpdLine *epd, const char *name);

/* All operands as one text; a single pair of quotation marks around them is taken off. */
Text epd_text(const EpdOperation *operation);

/* Adds the moves that the text names, in any notation that notation_parse_san() reads, with blanks,
 * commas or quotation marks between; a move that is already in the list is not added again. On
 * false *error says which word is no move, not legal or ambiguous, and *moves holds those before
 * it. */
bool epd_parse_moves(const Position *position, Text text, MoveList *moves, Reason *error);

/* The same for one word. */
bool epd_parse_move(const Position *position, Text word, Move *move, Reason *error);
