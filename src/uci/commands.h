#ifndef QUORUM_UCI_COMMANDS_H
#define QUORUM_UCI_COMMANDS_H

#include "uci/session.h"

/* Obeys one line of input: the first token that is a command, with the rest of the line. Tokens
 * before it are skipped; a line without a command is ignored, in debug mode with a note. */
void commands_execute(Session *session, Text line);

#endif
