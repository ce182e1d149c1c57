#include "cli/meter.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"

#define TERMINAL_PERIOD_US 200000
#define LOG_PERIOD_US      30000000

#define BAR_WIDTH 24

void meter_begin(Meter *meter, FILE *stream, double done) {
    const int64_t now = clock_now_us();
    *meter = (Meter){.stream = stream,
                     .is_terminal = isatty(fileno(stream)),
                     .start_us = now,
                     .last_us = now,
                     .start_done = done};
}

/* Hours, minutes and seconds. */
static void format_left(const Meter *meter, double done, char text[32]) {
    const double seconds = (double)(clock_now_us() - meter->start_us) / 1e6;
    const double fresh = done - meter->start_done;
    const double left = fresh > 0 ? seconds * (1 - done) / fresh : -1;
    if (left < 0 || left > 1e7) {
        snprintf(text, 32, "unknown");
        return;
    }
    const int whole = (int)left;
    snprintf(text, 32, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
}

void meter_update(Meter *meter, double done,
                  void (*describe)(const void *context, char *text, size_t size),
                  const void *context) {
    const int64_t now = clock_now_us();
    if (now - meter->last_us < (meter->is_terminal ? TERMINAL_PERIOD_US : LOG_PERIOD_US))
        return;
    meter->last_us = now;
    char text[256], left[32], bar[BAR_WIDTH + 1] = "";
    describe(context, text, sizeof text);
    format_left(meter, done, left);
    memset(bar, '#', (size_t)(done * BAR_WIDTH));
    if (meter->is_terminal)
        fprintf(meter->stream, "\r[%-*s] %5.1f %%  %s  ETA %s\033[K", BAR_WIDTH, bar, 100 * done,
                text, left);
    else
        fprintf(meter->stream, "%.1f %%, %s, ETA %s\n", 100 * done, text, left);
    meter->is_shown = meter->is_terminal;
    fflush(meter->stream);
}

void meter_clear(Meter *meter) {
    if (meter->is_shown)
        fputs("\r\033[K", meter->stream);
    meter->is_shown = false;
    fflush(meter->stream);
}
