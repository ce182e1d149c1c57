#pragma once

#include "uci/session.h"

/* The command `d`: the board with FEN, key, checkers, number of legal moves, and how often the
 * position has stood. Answered in one block and at any time, also while a search runs. */
void display_position(Session *session, Text arguments);

/* The letter of the piece on a square as in FEN, a blank for none. */
char display_letter(const Position *position, Square square);
