#pragma once

#include "base/text.h"
#include "chess/position.h"
#include "search/limits.h"

/* Called for each token of a `go` that is ignored; `why` is a sentence without full stop. */
typedef struct GoComplaints {
    void (*ignored)(void *context, const char *why, Text token);
    void *context;
} GoComplaints;

/* Whether what follows `go` asks for `perft <depth>` rather than for a search, and to which depth:
 * from 0 to most_depth, 1 where the number is missing. */
bool go_parse_perft(Text arguments, int most_depth, int *depth);

/* Reads what follows `go`, in any order, into *limits; start_us is left to the caller. Of numbers
 * with a decimal point the whole part counts, and those too small or too large for a limit become
 * the nearest that makes sense, so that a search asked to be short never becomes an endless one.
 * Moves are read on `position`. */
void go_parse(Text arguments, const Position *position, const GoComplaints *complaints,
              SearchLimits *limits);
