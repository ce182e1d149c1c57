#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "report/statistics.h"

/* What reports of a kind have that can be laid side by side. Pure; any thread. */

#define KINDS_MAX_KEYS    4
#define KINDS_MAX_FIGURES 6

/* The format of a report of several runs of one kind: its member `runs`. */
#define KINDS_OF_SEVERAL "quorum-runs"

typedef struct KindFigure {
    const char *member;  /* "a.b" lies in the object `a` */
    const char *heading; /* NULL ends a list */
    int decimals;
} KindFigure;

typedef struct Kind {
    const char *format;
    const char *title;
    KindFigure figures[KINDS_MAX_FIGURES]; /* of a run; the first is the one to be compared */
    const char *rows;                      /* member with the parts of a run; NULL: it has none */
    const char *keys[KINDS_MAX_KEYS];      /* of a row, what tells it from others */
    KindFigure row_figures[KINDS_MAX_FIGURES];
    KindFigure limits[KINDS_MAX_FIGURES]; /* of each search; what a run lacks did not limit it */
    bool has_outcomes; /* a row is solved or not, by a move, and only what differs is of interest */
} Kind;

/* The kind that a report says that it is of; NULL for another one. */
const Kind *kind_of(const json_t *report);

/* The value of a member, "a.b" for one inside: NULL where there is none. */
const json_t *kind_member(const json_t *object, const char *member);

/* The same as a number with its interval, where it has one; NAN where it is none. */
Estimate kind_number(const json_t *object, const char *member);
