#pragma once

#include "cli/progress.h"
#include "tools/epd/report.h"

/* What a run shows while it goes on: a line on stdout for each position, in the order of the suite,
 * and a progress bar. One thread at a time. */
typedef struct EpdConsole {
    const EpdRun *run;
    bool quiet;  /* no lines */
    size_t next; /* entry to print */
    size_t done; /* attempts */
    size_t solved;
    Progress progress;
} EpdConsole;

/* The lines of positions that are done already are printed at once. */
void epd_console_begin(EpdConsole *console, const EpdRun *run, bool quiet);

/* One more attempt, of that index, is done. */
void epd_console_note(EpdConsole *console, size_t index);

/* Nothing more will be done: the lines that are left, of positions with an attempt. */
void epd_console_end(EpdConsole *console);

/* The lines at the end. */
void epd_console_summary(const EpdReport *report);

/* Names on stderr, a line each, the positions that are not solved, and the guest if one failed to.
 * Main thread only. */
void epd_console_name_unsolved(const EpdReport *report);
