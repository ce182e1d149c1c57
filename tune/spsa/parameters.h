#pragma once

#include <stddef.h>

#include "base/reason.h"
#include "search/tunables.h"
#include "spsa/spsa.h"

/* Which tunables of the search are parameters of a run. Read by any number of threads. */
typedef struct Parameters {
    int count;
    int tunable[TUNABLE_COUNT]; /* the place of each in the table of tunables */
    SpsaParameter list[TUNABLE_COUNT];
} Parameters;

/* Those named, with commas in between, or for NULL all that shape the tree of one thread. Steps are
 * a share of the range, but at least a half, so that the two sides differ. False, with the reason
 * in *error, for a name that there is not. */
bool parameters_choose(Parameters *parameters, const char *names, double step_percent,
                       Reason *error);

/* The values of the table, but for the parameters. */
Tunables parameters_apply(const Parameters *parameters, const int *settings);
