#include "tools/epd/console.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/format.h"

static void print_time(const char *name, int64_t microseconds) {
    if (microseconds >= 0)
        printf(", %s %.3f s", name, (double)microseconds / 1e6);
}

static void print_entry(const EpdConsole *console, size_t index) {
    const EpdEntry *entry = console->run->suite->entries[index];
    EpdResult result = epd_result(console->run, index);
    char san[SAN_SIZE];
    epd_name_move(entry, result.move, san);
    printf("%-4s %s: %s", result.solved ? "ok" : "--", entry->id, san);
    if (!result.solved)
        printf(" (%s)", entry->expected);
    if (result.attempts > 1)
        printf(", %d of %d", result.solved_attempts, result.attempts);
    if (entry->points_count > 0)
        printf(", points %g", result.points);
    if (result.faults > 0)
        printf(", %d of %d failed", result.faults, result.attempts);
    print_time("first", result.first_us);
    print_time("stable", result.stable_us);
    printf(", depth %d, %" PRIu64 " nodes\n", result.depth, result.nodes);
}

static size_t count_done(const EpdRun *run, size_t index) {
    const size_t repeat = (size_t)run->settings->repeat;
    size_t done = 0;
    for (size_t i = index * repeat; i < (index + 1) * repeat; i++)
        done += run->attempts[i].done;
    return done;
}

/* Prints the lines whose turn it is: up to a position that is not done, or all that are left. */
static void print_entries(EpdConsole *console, bool is_over) {
    bool printed = false;
    const EpdRun *run = console->run;
    for (; console->next < run->suite->count; console->next++) {
        const size_t done = count_done(run, console->next);
        if (!is_over && done < (size_t)run->settings->repeat)
            break;
        if (console->quiet || done == 0)
            continue;
        if (!printed)
            progress_clear(&console->progress);
        print_entry(console, console->next);
        printed = true;
    }
    if (printed)
        fflush(stdout);
}

/* Of the attempts. */
static double share_done(const EpdConsole *console) {
    return (double)console->done / (double)epd_run_size(console->run);
}

void epd_console_begin(EpdConsole *console, const EpdRun *run, bool quiet) {
    *console = (EpdConsole){.run = run, .quiet = quiet};
    for (size_t i = 0; i < epd_run_size(run); i++) {
        console->done += run->attempts[i].done;
        console->solved += run->attempts[i].done && run->attempts[i].solved;
    }
    progress_begin(&console->progress, share_done(console), false);
    print_entries(console, false);
}

void epd_console_end(EpdConsole *console) {
    print_entries(console, true);
    progress_clear(&console->progress);
}

/* A fault is told at once, whatever else is shown. */
static void tell_fault(EpdConsole *console, size_t index) {
    progress_clear(&console->progress);
    fprintf(stderr, "quorum epd: %s: %s: %s\n", console->run->settings->guest_name,
            epd_run_entry(console->run, index)->id, console->run->attempts[index].fault);
}

void epd_console_note(EpdConsole *console, size_t index) {
    console->done++;
    console->solved += console->run->attempts[index].solved;
    if (console->run->attempts[index].fault)
        tell_fault(console, index);
    print_entries(console, false);
    progress_update(&console->progress, share_done(console), "%zu/%zu solved %zu", console->done,
                    epd_run_size(console->run), console->solved);
}

void epd_console_summary(const EpdReport *report) {
    const EpdTotals *totals = &report->totals;
    Interval interval = statistics_wilson(totals->solved_attempts, totals->attempts);
    double share = totals->total > 0 ? 100 * (double)totals->solved / (double)totals->total : 0;
    report_write_extent(report->extent, "attempts", stdout);
    printf("Positions: %zu, skipped: %zu\n", totals->total, report->run->suite->skipped);
    printf("Solved: %zu (%.1f %%)\n", totals->solved, share);
    printf("Rate: %" PRIu64 " of %" PRIu64 " %s, %.1f %% (95 %% confidence: %.1f to %.1f)\n",
           totals->solved_attempts, totals->attempts,
           format_plural((int64_t)totals->attempts, "attempt", "attempts"),
           100 * epd_totals_rate(totals), 100 * interval.low, 100 * interval.high);
    if (totals->faults > 0)
        printf("Failed: %" PRIu64 " %s, by a fault of the engine\n", totals->faults,
               format_plural((int64_t)totals->faults, "attempt", "attempts"));
    if (totals->most_points > 0)
        printf("Points: %g of %g\n", totals->points, totals->most_points);
    printf("Time: %.3f s\n", report->seconds);
}

void epd_console_name_unsolved(const EpdReport *report) {
    const char *guest = report->run->settings->guest_name;
    for (size_t i = 0; i < report->count; i++) {
        const EpdEntry *entry = report->results[i].entry;
        char san[SAN_SIZE];
        if (report->results[i].solved)
            continue;
        epd_name_move(entry, report->results[i].move, san);
        fprintf(stderr, "%s:%ld: %s: not solved%s%s: %s (%s)\n", entry->file, (long)entry->line,
                entry->id, guest ? " by " : "", guest ? guest : "", san, entry->expected);
    }
}
