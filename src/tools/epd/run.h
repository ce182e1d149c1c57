#pragma once

#include "cli/stop_signals.h"
#include "tools/epd/solve.h"

/* A whole suite, by several engines at once. */

typedef struct EpdSettings {
    EpdLimits limits;
    int threads;              /* of an engine */
    size_t hash_mib;          /* of an engine */
    int engines;              /* at once, each with its own threads and table */
    int repeat;               /* attempts at each position */
    const Engine *network_of; /* whose network the engines use */
    const GuestWish *guest;   /* NULL: they are our own */
    const char *guest_name;
    int64_t grace_ms;     /* of a guest */
    StopSignals *signals; /* one of them ends the run early */
} EpdSettings;

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

/* How the engines of a run were kept apart. */
typedef enum EpdPlaces {
    EPD_NOT_BOUND, /* the kernel chose: one engine, or fewer processors than threads */
    EPD_BOUND,     /* each thread was bound to its core */
    EPD_REFUSED    /* they were to be, and the kernel says that some are not */
} EpdPlaces;

/* Makes all attempts that are not done unless a signal comes first, by engines that share no core
 * as long as there are cores enough (see engine_set_share()); *places says whether that was so.
 * Guests run where the kernel has them. Those done already are left alone. After each, finished()
 * is called with its index, one call at a time, by any thread. At the end the attempts at each
 * position that are done stand before those that are not. On false error (a line) says why some
 * attempts are not done. */
bool epd_run(const EpdRun *run, EpdPlaces *places, void (*finished)(void *context, size_t index),
             void *context, Reason *error);

/* How many attempts are done. */
size_t epd_run_done(const EpdRun *run);

/* Frees what the attempts hold, and them. */
void epd_run_free(EpdRun *run);
