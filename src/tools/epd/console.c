#include "tools/epd/console.h"

#include <inttypes.h>
#include <stdio.h>

#include "chess/notation.h"

static void print_time(const char *name, int64_t microseconds) {
    if (microseconds >= 0)
        printf(", %s %.3f s", name, (double)microseconds / 1e6);
}

static void print_entry(const EpdConsole *console, size_t index) {
    const EpdEntry *entry = console->suite->entries[index];
    EpdResult result =
        epd_result(entry, &console->attempts[index * (size_t)console->repeat], console->repeat);
    char san[SAN_SIZE];
    notation_san(&entry->position, result.move, san);
    printf("%-4s %s: %s", result.solved ? "ok" : "--", entry->id, san);
    if (!result.solved)
        printf(" (%s)", entry->expected);
    if (console->repeat > 1)
        printf(", %d of %d", result.solved_attempts, result.attempts);
    if (entry->points_count > 0)
        printf(", points %g", result.points);
    print_time("first", result.first_us);
    print_time("stable", result.stable_us);
    printf(", depth %d, %" PRIu64 " nodes\n", result.depth, result.nodes);
}

static bool entry_is_done(const EpdConsole *console, size_t index) {
    for (int i = 0; i < console->repeat; i++) {
        if (!console->attempts[index * (size_t)console->repeat + (size_t)i].done)
            return false;
    }
    return true;
}

/* Prints the lines whose turn it is. */
static void print_entries(EpdConsole *console) {
    bool printed = false;
    for (; console->next < console->suite->count && entry_is_done(console, console->next);
         console->next++) {
        if (console->quiet)
            continue;
        if (!printed)
            progress_clear(&console->progress);
        print_entry(console, console->next);
        printed = true;
    }
    if (printed)
        fflush(stdout);
}

void epd_console_begin(EpdConsole *console, const EpdSuite *suite, const EpdAttempt *attempts,
                       int repeat, bool quiet) {
    size_t total = suite->count * (size_t)repeat;
    *console = (EpdConsole){
        .suite = suite, .attempts = attempts, .repeat = repeat, .quiet = quiet, .total = total};
    for (size_t i = 0; i < total; i++) {
        console->done += attempts[i].done;
        console->solved += attempts[i].done && attempts[i].solved;
    }
    progress_begin(&console->progress, (double)console->done / (double)total, false);
    print_entries(console);
}

void epd_console_note(EpdConsole *console, size_t index) {
    console->done++;
    console->solved += console->attempts[index].solved;
    print_entries(console);
    progress_update(&console->progress, (double)console->done / (double)console->total,
                    "%zu/%zu solved %zu", console->done, console->total, console->solved);
}

void epd_console_summary(const EpdSuite *suite, const EpdTotals *totals, double seconds) {
    Interval interval = statistics_wilson(totals->solved_attempts, totals->attempts);
    double share = totals->total > 0 ? 100 * (double)totals->solved / (double)totals->total : 0;
    printf("Positions: %zu, skipped: %zu\n", totals->total, suite->skipped);
    printf("Solved: %zu (%.1f %%)\n", totals->solved, share);
    printf("Rate: %" PRIu64 " of %" PRIu64 " attempts, %.1f %% (95 %% confidence: %.1f to %.1f)\n",
           totals->solved_attempts, totals->attempts, 100 * epd_totals_rate(totals),
           100 * interval.low, 100 * interval.high);
    if (totals->most_points > 0)
        printf("Points: %g of %g\n", totals->points, totals->most_points);
    printf("Time: %.3f s\n", seconds);
}

void epd_console_name_unsolved(const EpdSuite *suite, const EpdResult *results) {
    for (size_t i = 0; i < suite->count; i++) {
        const EpdEntry *entry = suite->entries[i];
        char san[SAN_SIZE];
        if (results[i].solved)
            continue;
        notation_san(&entry->position, results[i].move, san);
        fprintf(stderr, "%s:%ld: %s: not solved: %s (%s)\n", entry->file, entry->line, entry->id,
                san, entry->expected);
    }
}
