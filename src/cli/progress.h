#ifndef QUORUM_CLI_PROGRESS_H
#define QUORUM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bar with the time left, in one line on stderr that is written over again and again; silent
 * unless stderr is a terminal. One thread at a time. */
typedef struct Progress {
    bool shown; /* stderr is a terminal */
    size_t total;
    size_t done_before; /* when it began */
    int64_t start_us;
    int64_t drawn_us; /* when the line was last written */
} Progress;

/* `done` of `total` steps have been done already, in no time. */
void progress_begin(Progress *progress, size_t done, size_t total);

/* `note` follows the bar. Draws a few times a second at most. */
void progress_update(Progress *progress, size_t done, const char *note);

/* Takes the line away, before something else is written or at the end; the next update draws it
 * again. */
void progress_clear(Progress *progress);

#endif
