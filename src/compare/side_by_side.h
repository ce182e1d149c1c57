#pragma once

#include <jansson.h>
#include <stdio.h>

#include "base/reason.h"
#include "cli/arguments.h"
#include "compare/kinds.h"
#include "report/html.h"
#include "report/table.h"

/* Several JSON reports of one kind, laid side by side: the first is what the others are measured
 * by. Main thread only. */

#define SIDES_MAX 8

typedef struct Side {
    const char *letter;
    const char *name;
    const json_t *report;
    Estimate figures[KINDS_MAX_FIGURES];
    double ratio;         /* the first figure, times the first run's */
    uint64_t alone;       /* solved by this run and not by the first */
    uint64_t first_alone; /* the other way round */
    double p;       /* how probable so uneven a result is between equals (McNemar); NAN: none */
    size_t missing; /* rows of the first run that this one has not, */
    size_t added;   /* and the other way round */
} Side;

/* A part of the first run. */
typedef struct SideRow {
    char key[TABLE_TEXT_SIZE];
    const json_t *cells[SIDES_MAX]; /* NULL where a later run has it not */
} SideRow;

/* Whether a run has solved it. */
bool side_row_is_solved(const SideRow *row, size_t run);

typedef struct SideBySide {
    const Kind *kind;
    Side sides[SIDES_MAX];
    size_t count;
    bool by_engine; /* rows of one engine only are laid beside each other */
    SideRow *rows;  /* in the order of the first run */
    size_t row_count;
} SideBySide;

/* Adds a run, or each of those that a report of several has, by that name or the engine's own. They
 * outlive what is made of them. On false error (a line) says why that cannot be. */
bool side_by_side_add(SideBySide *sides, const char *name, const json_t *report, Reason *error);

/* Once all are there, one at least: works out what they come to. False, with a line in error,
 * without memory. */
bool side_by_side_complete(SideBySide *sides, Reason *error);

void side_by_side_free(SideBySide *sides);

/* What a command writes that has measured several engines: each one's JSON, which is given up, as
 * one report, and the page and text of them side by side. `rows` are all rows for CSV. It is cut
 * short where one of them is, or where there were to be more. Returns as report_save() does. */
int side_by_side_save(const char *command, const CommonArguments *wanted, json_t *const *runs,
                      int count, Table rows, bool cut_short);

void side_by_side_write_text(const SideBySide *sides, FILE *file);

/* Fills a page about a SideBySide; see Report.page. */
void side_by_side_page(const void *sides, const json_t *json, HtmlPage *page);
