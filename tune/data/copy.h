#pragma once

#include "data/source.h"

/* Copies games into a new file, each with its origin. */

/* What the command line of such a command says; its own arguments begin with these. */
typedef struct CopyArguments {
    Source source;
    const char *out_path;
} CopyArguments;

#define COPY_OUT_ROW                                                                               \
    {                                                                                              \
        "out", 'o', "FILE", "Write this file, which must not exist yet",                           \
            INTO(CopyArguments, out_path)                                                          \
    }

void copy_check(void *input, const struct argp_state *state);

typedef bool CopyWants(const ChainGame *game, const void *context);

/* Writes the games that are wanted (all, if wants is NULL) to a file that must not exist yet, and
 * prints their number. Returns the exit code of the program. */
int copy_games(CopyArguments *arguments, const char *description, CopyWants *wants,
               const void *context);
