#pragma once

#include "base/reason.h"
#include "base/text.h"
#include "chain/chain.h"

/* The text form of positions that trainers have in common, `FEN | score | result`: the score in
 * centipawns and the result, 1.0, 0.5 or 0.0, both from White's side. Pure; any thread. */

/* Longest line that labelled_format() writes, with its terminating NUL. */
#define LABELLED_SIZE 160

/* Writes a line, without newline. The score is from the side to move's view, as in a ChainGame. */
void labelled_format(const Position *position, int score, GameResult result,
                     char line[LABELLED_SIZE]);

/* Reads a line as a game of one ply. The move, which the form does not have, is one that
 * filter_keeps() where there is such a one, else any. On false *game is undefined and *error says
 * what is wrong with the line. */
bool labelled_parse(Text line, ChainGame *game, Reason *error);
