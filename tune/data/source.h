#pragma once

#include "chain/chain.h"
#include "cli/arguments.h"

/* The games of several files, one after the other. Damage is reported on stderr and passed over.
 * Owned by one thread. */

typedef struct Source {
    char **paths; /* count of them, words of the command line */
    int count;
    int current; /* index of the file that the last game came from */
    ChainReader *reader;
    uint64_t damages;
} Source;

/* Takes the FILE arguments of a command, whose input begins with a Source; see ArgumentParser. What
 * cannot be used ends the process with COMMAND_MISUSED and a message on stderr. */
void source_take_words(void *input, int count, char **words, const struct argp_state *state);

/* The next game; false after the last one of the last file. */
bool source_next(Source *source, ChainGame *game);

/* Of the last game. */
ChainOrigin source_origin(const Source *source);

/* Closes what is still open. COMMAND_FAILED when something was damaged, else COMMAND_OK. */
int source_end(Source *source);

/* Sum of the files' sizes in bytes. */
uint64_t source_bytes(const Source *source);
