#ifndef QUORUM_CLI_METER_H
#define QUORUM_CLI_METER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Shows how far a task is: on a terminal a bar that is drawn anew, elsewhere a line now and then.
 * Calls come one at a time. */
typedef struct Meter {
    FILE *stream;
    bool is_terminal;
    bool is_shown; /* a bar stands on the current line of the terminal */
    int64_t start_us;
    int64_t last_us;   /* when something was last shown */
    double start_done; /* share that was done before */
} Meter;

/* `done` is the share, 0 to 1, that needs no more work. */
void meter_begin(Meter *meter, FILE *stream, double done);

/* Shows, if it is time again, the share done, the time left and what else there is to say. The text
 * is made only then: describe(context, text, size). */
void meter_update(Meter *meter, double done,
                  void (*describe)(const void *context, char *text, size_t size),
                  const void *context);

/* Removes the bar, so that something else can be printed. */
void meter_clear(Meter *meter);

#endif
