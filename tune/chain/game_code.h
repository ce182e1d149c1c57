#pragma once

#include "chain/bytes.h"
#include "chain/chain.h"

/* A game as bytes, in three columns, because bytes of one kind compress better together:
 *
 *   heads   varint (plies * 3 + result), packed start position
 *   moves   a byte a ply: how many legal moves are, as numbers, less than the one played
 *   scores  a varint a ply: zigzag of the score minus what was expected, which is the negated score
 *           of the ply before, and 0 at first
 */

/* Most bytes of one game in one column. */
#define GAME_COLUMN_MAX (CHAIN_MAX_PLIES * 3)

typedef enum Column { COLUMN_HEADS, COLUMN_MOVES, COLUMN_SCORES, COLUMNS } Column;

typedef struct EncodedGame {
    size_t sizes[COLUMNS];
    int kept; /* plies that filter_keeps() */
    uint8_t bytes[COLUMNS][GAME_COLUMN_MAX];
} EncodedGame;

/* False when the game has too many plies, no result or an illegal move. Any thread. */
bool game_encode(const ChainGame *game, EncodedGame *encoded);

/* Reads the next game of the columns. On false they hold none, *game is undefined and *why says
 * what is wrong. Any thread. */
bool game_decode(ByteCursor columns[COLUMNS], ChainGame *game, const char **why);
