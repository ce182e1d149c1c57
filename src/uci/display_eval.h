#ifndef QUORUM_UCI_DISPLAY_EVAL_H
#define QUORUM_UCI_DISPLAY_EVAL_H

#include "uci/session.h"

/* The command `eval`: the terms of the evaluation written by hand, and where a network evaluates,
 * what it makes of the board and of each piece. Answered in one block and at any time, also while a
 * search runs. */
void display_evaluation(Session *session, Text arguments);

#endif
