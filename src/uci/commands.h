#pragma once

#include "uci/session.h"

/* Obeys one line of input: the first token that is a command, with the rest of the line. Tokens
 * before it are skipped; a line without a command is ignored, in debug mode with a note. */
void commands_execute(Session *session, Text line);

/* Whether the first token is a command. Any thread. */
bool commands_know(Text line);

/* What is to be told about a command. */
typedef struct UciCommandHelp {
    const char *name;
    const char *arguments; /* their form; "" for none */
    const char *summary;   /* what it does, in a few words */
} UciCommandHelp;

/* The command in a row of the table, counted from 0, or NULL below the last one. Any thread. */
const UciCommandHelp *commands_row(size_t index);
