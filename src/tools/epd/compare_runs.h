#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/reason.h"
#include "cli/command.h"
#include "report/html.h"

/* Two JSON reports of `quorum epd`, position by position. */

/* The texts lie in the report. */
typedef struct RunResult {
    const char *id;
    const char *fen;
    const char *theme;
    const char *expected;
    const char *move;
    bool solved;
    size_t attempts;
    size_t solved_attempts;
    double stable_ms; /* -1 when it was never right to the end */
    double points;
} RunResult;

typedef struct RunReport {
    const char *path;
    json_t *json;
    size_t count;
    RunResult *results;
} RunReport;

/* A position that is in both. */
typedef struct RunPair {
    const RunResult *a;
    const RunResult *b;
} RunPair;

typedef struct Comparison {
    const RunReport *a;
    const RunReport *b;
    size_t count;
    RunPair *pairs;   /* in the order of a */
    size_t only_in_a; /* positions */
    size_t only_in_b;
    size_t solved_by_both;
    size_t solved_by_a; /* alone */
    size_t solved_by_b;
    size_t solved_by_neither;
    double points_a;
    double points_b;
    double solved_p; /* how probable so uneven a result is between equals: McNemar's test */
    size_t faster_a; /* of what both have solved */
    size_t faster_b;
    double time_p;     /* the same for who was faster: sign test */
    double time_ratio; /* b's time as a multiple of a's, geometric mean; 0 when nothing was solved
                          by both */
} Comparison;

/* Reads what report_load() has made of the file, which stays the caller's. False, with a line in
 * error, when that is no such report. Main thread only. */
bool run_report_read(RunReport *report, const char *path, json_t *json, Reason *error);
void run_report_free(RunReport *report);

/* Pairs results of the same id and FEN; of several such the first with the first. False without
 * memory. The reports outlive the comparison. */
bool comparison_make(Comparison *comparison, const RunReport *a, const RunReport *b);
void comparison_free(Comparison *comparison);

/* The figures of the comparison, a line each. */
void comparison_tell(const Comparison *comparison, void (*tell)(void *context, const char *line),
                     void *context);

/* Fills a page about a Comparison; see Report.page. */
void comparison_page(const void *comparison, const json_t *json, HtmlPage *page);

/* Holds two runs of `quorum epd` against each other. */
extern const Command COMPARE_COMMAND;
