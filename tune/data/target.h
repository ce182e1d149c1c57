#pragma once

#include "chain/chain.h"
#include "cli/arguments.h"
#include "cli/output.h"
#include "data/removal.h"

/* The new file of games that a command makes: it has its name once it is whole, and a signal that
 * ends the program leaves nothing of it. Main thread only. */

/* The option that names it; `member` of the type is a const char *. */
#define TARGET_ROW(type, member)                                                                   \
    { "out", 'o', "FILE", "Write this file, which must not exist yet", INTO(type, member) }

typedef struct Target {
    ChainWriter *writer;
    Output output;
    Removal removal;
} Target;

/* Begins the file, which must not exist yet, with a description. False, with a message on stderr,
 * where it cannot be written. */
bool target_open(Target *target, const char *path, const char *description);

/* Completes it and returns COMMAND_OK. If it cannot be written, or could not before, errno then
 * saying why (`good` is false), it is given up with a message on stderr: COMMAND_MISUSED. */
int target_close(Target *target, bool good);

/* Gives it up. */
void target_discard(Target *target);
