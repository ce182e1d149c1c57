#pragma once

#include "uci/session.h"

/* FEN as it comes from outside, for all commands that take one. */

/* A C string of a text, in which NUL is replaced, so that no byte hides what follows. For free();
 * NULL without memory. */
char *fen_text_copy(Text text);

/* Says what is wrong with a FEN, where the user should know. */
void fen_text_complain(Session *session, const char *command, Text fen, const FenError *error);
