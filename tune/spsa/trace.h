#pragma once

#include <stddef.h>

#include "base/reason.h"
#include "spsa/journal.h"
#include "spsa/spsa.h"

/* What a parameter's step up is worth against one down, or a switch on against off, in Elo; the
 * true value lies within `error` of it with 95 % probability. */
typedef struct TraceEffect {
    double elo;
    double error;
} TraceEffect;

/* The way that the parameters have gone so far, found out by going through the journal again. */
typedef struct Trace {
    const SpsaRules *rules;
    int64_t *iterations;  /* of each point, rising; the first is 0 */
    double *values;       /* a row of rules->count for each point */
    int points;           /* at least 1 */
    TraceEffect *effects; /* of each parameter */
} Trace;

/* Points at most so many iterations apart that there are no more than `most` (at least 2) of them:
 * the last one is always there. False without memory. */
bool trace_make(Trace *trace, const SpsaRules *rules, const Journal *journal, int most);
void trace_clear(Trace *trace);

/* A line for each point: iteration, then the parameters. False on failure, with the reason in
 * *error. */
bool trace_write_csv(const Trace *trace, const char *path, Reason *error);

/* A page with a chart for each parameter. False as above. */
bool trace_write_page(const Trace *trace, const char *path, Reason *error);
