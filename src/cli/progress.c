#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

#define INTERVAL_US 100000
#define BAR_WIDTH   24

/* Nothing has been drawn that still stands. */
#define NOT_DRAWN INT64_MIN

void progress_begin(Progress *progress, size_t done, size_t total) {
    *progress = (Progress){
        .shown = isatty(STDERR_FILENO),
        .total = total,
        .done_before = done,
        .start_us = clock_now_us(),
        .drawn_us = NOT_DRAWN,
    };
}

static void draw(const Progress *progress, size_t done, double seconds, const char *note) {
    char bar[BAR_WIDTH + 1];
    size_t full = progress->total > 0 ? done * BAR_WIDTH / progress->total : BAR_WIDTH;
    for (size_t i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r\033[K[%s] %zu/%zu %s", bar, done, progress->total, note);
    if (done > progress->done_before && done < progress->total) {
        double left =
            seconds * (double)(progress->total - done) / (double)(done - progress->done_before);
        fprintf(stderr, ", %.0f s left", left);
    }
}

void progress_update(Progress *progress, size_t done, const char *note) {
    if (!progress->shown)
        return;
    int64_t now_us = clock_now_us();
    if (progress->drawn_us != NOT_DRAWN && now_us - progress->drawn_us < INTERVAL_US)
        return;
    draw(progress, done, (double)(now_us - progress->start_us) / 1e6, note);
    progress->drawn_us = now_us;
}

void progress_clear(Progress *progress) {
    if (progress->shown && progress->drawn_us != NOT_DRAWN)
        fputs("\r\033[K", stderr);
    progress->drawn_us = NOT_DRAWN;
}
