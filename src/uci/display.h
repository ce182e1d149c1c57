#pragma once

#include "uci/session.h"

/* The command `d`: the board with FEN, key, checkers, number of legal moves, and how often the
 * position has stood. Answered in one block and at any time, also while a search runs. */
void display_position(Session *session, Text arguments);

/* The command `eval`: what the network makes of the board and of each piece, and what the rules say
 * instead where a side has a bare king. Answered likewise. */
void display_evaluation(Session *session, Text arguments);
