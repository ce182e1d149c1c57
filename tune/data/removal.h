#pragma once

#include <pthread.h>
#include <stdbool.h>

#include "cli/stop_signals.h"

/* A file that is removed when a signal ends the program: SIGINT, SIGTERM or SIGHUP, unless the
 * program's parent had it ignored. A thread waits for them, so that the program may wait for its
 * input meanwhile. Main thread only; the calls come in this order. */
typedef struct Removal {
    StopSignals signals;
    pthread_t thread;
    bool watches; /* the thread is there */
    const char *path;
} Removal;

/* Holds the signals back, while the file is made. */
void removal_prepare(Removal *removal);

/* From now on a signal removes the file, whose name must stay, and ends the program. Where there is
 * no thread to be had it ends the program alone. */
void removal_begin(Removal *removal, const char *path);

/* Holds the signals back again, while the file is put into its place or given up. */
void removal_end(Removal *removal);

/* Lets them through as before. */
void removal_release(Removal *removal);
