#ifndef QUORUM_TUNE_PROGRESS_H
#define QUORUM_TUNE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Tells on a stream how far the generator is: a line that is rewritten every second on a terminal,
 * else a line every half minute. Calls come one at a time. */
typedef struct Progress {
    FILE *stream;
    bool terminal;
    uint64_t kept_before; /* positions of earlier runs */
    uint64_t wanted;
    int64_t start_us;
    int64_t last_us;  /* when something was last said */
    int shown_length; /* of the line on the terminal */
} Progress;

void progress_begin(Progress *progress, FILE *stream, uint64_t kept_before, uint64_t wanted);

/* games and kept are of the whole file. */
void progress_update(Progress *progress, uint64_t games, uint64_t kept);

/* Ends the line on a terminal. */
void progress_end(Progress *progress);

/* Seconds since the beginning. */
double progress_seconds(const Progress *progress);

#endif
