#pragma once

#include <stdio.h>

#include "search/tunables.h"

/* Writes the tunables from `first` to before `end` with other values, as the lines of a macro in
 * src/search/tunables.h: TUNABLES_OF_TREE() begins at 0, TUNABLES_OF_GAME() at TUNABLE_TREE_COUNT.
 */
void rows_write(FILE *stream, const TunableRow rows[TUNABLE_COUNT], const Tunables *tunables,
                int first, int end);
