#include "datagen/progress.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

#define TERMINAL_PERIOD_US 1000000
#define LOG_PERIOD_US      30000000

void progress_begin(Progress *progress, FILE *stream, uint64_t kept_before, uint64_t wanted) {
    int64_t now = clock_now_us();
    *progress = (Progress){
        .stream = stream,
        .terminal = isatty(fileno(stream)),
        .kept_before = kept_before,
        .wanted = wanted,
        .start_us = now,
        .last_us = now,
    };
}

double progress_seconds(const Progress *progress) {
    return (double)(clock_now_us() - progress->start_us) / 1e6;
}

/* Hours, minutes and seconds. */
static void format_duration(double seconds, char text[24]) {
    uint64_t whole = seconds < 1e9 ? (uint64_t)seconds : 1000000000;
    snprintf(text, 24, "%" PRIu64 ":%02d:%02d", whole / 3600, (int)(whole / 60 % 60),
             (int)(whole % 60));
}

static void print(Progress *progress, uint64_t games, uint64_t kept) {
    double seconds = progress_seconds(progress);
    double speed = seconds > 0 ? (double)(kept - progress->kept_before) / seconds : 0;
    uint64_t left = kept < progress->wanted ? progress->wanted - kept : 0;
    char eta[24] = "unknown";
    if (speed > 0)
        format_duration((double)left / speed, eta);
    char line[160];
    int length = snprintf(line, sizeof line,
                          "%" PRIu64 " of %" PRIu64 " positions (%.1f %%), %" PRIu64
                          " games, %.0f positions/s, ETA %s",
                          kept, progress->wanted, 100.0 * (double)kept / (double)progress->wanted,
                          games, speed, eta);
    if (progress->terminal) {
        fprintf(progress->stream, "\r%-*s", progress->shown_length, line);
        progress->shown_length = length;
    } else {
        fprintf(progress->stream, "%s\n", line);
    }
    fflush(progress->stream);
}

void progress_update(Progress *progress, uint64_t games, uint64_t kept) {
    int64_t now = clock_now_us();
    if (now - progress->last_us < (progress->terminal ? TERMINAL_PERIOD_US : LOG_PERIOD_US))
        return;
    progress->last_us = now;
    print(progress, games, kept);
}

void progress_end(Progress *progress) {
    if (progress->shown_length > 0)
        fputc('\n', progress->stream);
    progress->shown_length = 0;
}
