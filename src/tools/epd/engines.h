#pragma once

#include "cli/stop_signals.h"
#include "cluster/cluster.h"
#include "tools/epd/solve.h"

/* Engines that make attempts, each driven by a thread. */

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
    Cluster *cluster;     /* whose ranks each have so many engines */
    int sharer;           /* which of the ranks that share their processors this is, from 0 */
    int sharers;          /* how many these are */
} EpdSettings;

/* An attempt that is to be made. */
typedef struct EpdTask {
    size_t index; /* in the run */
    EpdEntry entry;
} EpdTask;

/* Where the attempts come from, and where they go. Any thread. */
typedef struct EpdSource {
    bool (*take)(void *context,
                 EpdTask *task); /* waits for the next one; false when none is left */
    void (*deliver)(void *context, size_t index, const EpdAttempt *attempt);
    bool (*gives_up)(void *context); /* the attempts under way, which are then not delivered */
    void *context;
} EpdSource;

typedef struct EpdEngines EpdEngines;

/* Starts `needed` of `count` engines, which share no core among them and with those of other ranks
 * as long as there are cores enough for all (see engine_set_share()); guests run where the kernel
 * has them. What is pointed to must outlive them. NULL without memory. */
EpdEngines *epd_engines_begin(const EpdSettings *settings, const EpdSource *source, int count,
                              int needed);

/* Whether one could not be started, or not any more; then no more attempts are taken. */
bool epd_engines_have_failed(const EpdEngines *engines);

/* Waits until they have no more to do, and ends them; *refused says whether some that were to be
 * kept apart are not, as the kernel has it. False, with a line in error, where they have failed. */
bool epd_engines_end(EpdEngines *engines, bool *refused, Reason *error);
