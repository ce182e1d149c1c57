#pragma once

#include "chain/chain.h"
#include "cli/arguments.h"

/* The new file of games that a command makes. Main thread only. */

/* The option that names it; `member` of the type is a const char *. */
#define TARGET_ROW(type, member)                                                                   \
    { "out", 'o', "FILE", "Write this file, which must not exist yet", INTO(type, member) }

/* Begins the file, which must not exist yet, with a description. NULL, with a message on stderr,
 * where it cannot be written. */
ChainWriter *target_open(const char *path, const char *description);

/* Completes it and returns COMMAND_OK. If it cannot be written, or could not before, errno then
 * saying why (`good` is false), it is removed with a message on stderr: COMMAND_MISUSED. */
int target_close(ChainWriter *writer, const char *path, bool good);
