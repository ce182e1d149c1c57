#include "cli/progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/system.h"

#define TERMINAL_PERIOD_US 100000
#define LOG_PERIOD_US      30000000

#define BAR_WIDTH 24

bool progress_has_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && !(kind && strcmp(kind, "dumb") == 0);
}

void progress_begin(Progress *progress, double done, bool logs) {
    const bool is_terminal = progress_has_terminal();
    const int64_t now = clock_now_us();
    *progress = (Progress){
        .is_terminal = is_terminal,
        .period_us = is_terminal ? TERMINAL_PERIOD_US
                     : logs      ? LOG_PERIOD_US
                                 : INT64_MAX,
        .start_us = now,
        .last_us = is_terminal ? now - TERMINAL_PERIOD_US : now,
        .start_done = done,
    };
}

double progress_seconds(const Progress *progress) {
    return (double)(clock_now_us() - progress->start_us) / 1e6;
}

/* "12 s left", in hours, minutes and seconds where it is long, or nothing while it is unknown. */
static void format_left(const Progress *progress, double done, char text[32]) {
    const double fresh = done - progress->start_done;
    const double left = fresh > 0 ? progress_seconds(progress) * (1 - done) / fresh : INFINITY;
    text[0] = '\0';
    if (left < 300)
        snprintf(text, 32, ", %.0f s left", left);
    else if (left < 1e7)
        snprintf(text, 32, ", %d:%02d:%02d left", (int)left / 3600, (int)left / 60 % 60,
                 (int)left % 60);
}

void progress_draw(const char *line) {
    fprintf(stderr, "\r%.*s\033[K", system_terminal_columns() - 1, line);
}

/* Without the bar where the terminal is too narrow for it. */
static void draw_bar(double done, const char *text, const char *left) {
    char line[512], bar[BAR_WIDTH + 1] = "";
    memset(bar, '#', (size_t)(done * BAR_WIDTH));
    const int length = snprintf(line, sizeof line, "[%-*s] %5.1f %%  %s%s", BAR_WIDTH, bar,
                                100 * done, text, left);
    if (length >= system_terminal_columns())
        snprintf(line, sizeof line, "%.1f %%  %s%s", 100 * done, text, left);
    progress_draw(line);
}

void progress_update(Progress *progress, double done, const char *format, ...) {
    const int64_t now = clock_now_us();
    if (now - progress->last_us < progress->period_us)
        return;
    progress->last_us = now;
    char text[256], left[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    done = fmax(0, fmin(1, done));
    format_left(progress, done, left);
    if (progress->is_terminal)
        draw_bar(done, text, left);
    else
        fprintf(stderr, "%.1f %%, %s%s\n", 100 * done, text, left);
    progress->is_shown = progress->is_terminal;
}

void progress_clear(Progress *progress) {
    if (progress->is_shown)
        progress_draw("");
    progress->is_shown = false;
}
