#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* Shows on stderr how far a task is: on a terminal a bar that is drawn over again and again,
 * elsewhere nothing, or a line now and then. Calls come one at a time. */
typedef struct Progress {
    bool is_terminal;
    bool is_shown; /* a bar stands on the current line of the terminal */
    int64_t period_us;
    int64_t start_us;
    int64_t last_us;   /* when something was last shown */
    double start_done; /* share that was done before */
} Progress;

/* Whether stderr is a terminal on which a line can be drawn over another: no dumb one, as in an
 * editor. */
bool progress_has_terminal(void);

/* `done` is the share, 0 to 1, that needs no more work. With `logs` there is a line every half
 * minute where stderr is no such terminal. */
void progress_begin(Progress *progress, double done, bool logs);

/* Shows, if it is time again, the share that is done, the text (in a line), and the time left. */
PRINTF_LIKE(3, 4)
void progress_update(Progress *progress, double done, const char *format, ...);

/* Draws a line, or with "" none, over the current one of such a terminal, cut to its width: one
 * that is longer would scroll it each time. */
void progress_draw(const char *line);

/* Takes the bar away, before something else is written or at the end; the next update may draw it
 * again. */
void progress_clear(Progress *progress);

/* Seconds since the beginning. */
double progress_seconds(const Progress *progress);
