#pragma once

#include "tools/epd/engines.h"

/* A whole suite. */

/* A suite, how it is searched, and what has come of that. */
typedef struct EpdRun {
    const EpdSuite *suite;
    const EpdSettings *settings;
    EpdAttempt *attempts; /* `repeat` of them for each entry, in the order of the entries */
} EpdRun;

/* The number of attempts, and the entry that the one of that index is at. */
static inline size_t epd_run_size(const EpdRun *run) {
    return run->suite->count * (size_t)run->settings->repeat;
}

static inline const EpdEntry *epd_run_entry(const EpdRun *run, size_t index) {
    return run->suite->entries[index / (size_t)run->settings->repeat];
}

/* Makes all attempts that are not done unless a signal comes first, by the engines of all ranks;
 * called by rank 0. *refused as epd_engines_end() says it of its own. Those done already are left
 * alone. After each, finished() is called with its index, one call at a time, by any thread. At the
 * end the attempts at each position that are done stand before those that are not. On false error
 * (a line) says why some attempts are not done. */
bool epd_run(const EpdRun *run, bool *refused, void (*finished)(void *context, size_t index),
             void *context, Reason *error);

/* How many attempts are done. */
size_t epd_run_done(const EpdRun *run);

/* Frees what the attempts hold, and them. */
void epd_run_free(EpdRun *run);
