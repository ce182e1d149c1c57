#ifndef QUORUM_SPSA_ROWS_H
#define QUORUM_SPSA_ROWS_H

#include <stdio.h>

#include "search/tunables.h"

/* Writes the table of tunables with other values, as the lines of the macro TUNABLES() in
 * src/search/tunables.h. */
void rows_write(FILE *stream, const TunableRow rows[TUNABLE_COUNT], const Tunables *tunables);

#endif
