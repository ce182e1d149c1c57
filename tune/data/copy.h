#pragma once

#include "data/source.h"

/* Copies games into a new file, each with its origin. */

typedef bool CopyWants(const ChainGame *game, const void *context);

/* Writes the games that are wanted (all, if wants is NULL) to a file that must not exist yet, and
 * prints their number. Returns the exit code of the program. */
int copy_games(Source *source, const char *out_path, const char *description, CopyWants *wants,
               const void *context);
