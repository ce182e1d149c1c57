#pragma once

#include "uci/session.h"

/* The command `eval`: what the network makes of the board and of each piece, and what the rules say
 * instead where a side has a bare king. Answered in one block and at any time, also while a search
 * runs. */
void display_evaluation(Session *session, Text arguments);
