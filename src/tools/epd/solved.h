#pragma once

#include <jansson.h>

#include "report/chart.h"
#include "tools/epd/score.h"

/* How pages tell what was solved, the same for one run and for two. */

/* A bar of the solved attempts and where their true share lies; `run` stands before the text, if it
 * is not "". */
void solved_add_bar(HtmlPage *page, const char *label, int series, const char *run,
                    const EpdTotals *totals);

/* When a run had solved its positions. */
typedef struct SolvedTimes {
    const char *name;
    ChartPoint *points; /* x: seconds after which the answer stayed right, in any order */
    size_t count;
    double limit; /* seconds that each search had; 0 without such a limit */
    size_t total; /* positions */
} SolvedTimes;

/* Adds a curve for each of up to CHART_MAX_SERIES runs: how many positions it had solved after
 * which time, up to its limit, with intervals for the share of all such positions. Sorts and counts
 * the points. */
void solved_add_curves(HtmlPage *page, SolvedTimes *runs, int count);

/* Adds to the open subtitle the files and limits of a JSON report of `quorum epd`. */
void solved_add_limits(HtmlPage *page, const json_t *report);

/* Adds to the open list of facts what a JSON report of `quorum epd` says of its files, limits,
 * engines and attempts; what it does not say is left out. */
void solved_add_settings(HtmlPage *page, const json_t *report);
