#pragma once

#include "chess/notation.h"
#include "report/statistics.h"
#include "tools/epd/run.h"

/* The results of the attempts at positions. Pure. */

/* A position after all its attempts. */
typedef struct EpdResult {
    const char *engine; /* NULL for our own */
    int attempts;
    const EpdEntry *entry;
    const EpdAttempt *runs; /* the attempts */
    int solved_attempts;
    int faults;        /* attempts in which the engine failed */
    bool solved;       /* in more than half of them */
    Move move;         /* the one played most often; MOVE_NONE where a guest played none */
    double points;     /* mean */
    int64_t first_us;  /* median of the attempts that have such a time, -1 without any */
    int64_t stable_us; /* the same */
    uint64_t nodes;    /* mean */
    int depth;         /* mean, rounded down */
} EpdResult;

/* Of the entry of that index, of whose attempts those that are done come first, one at least. */
EpdResult epd_result(const EpdRun *run, size_t index);

/* The move in SAN, or "none" without. */
void epd_name_move(const EpdEntry *entry, Move move, char text[SAN_SIZE]);

/* Many positions together; zeroed to begin with. */
typedef struct EpdTotals {
    size_t total;
    size_t solved;
    uint64_t attempts;
    uint64_t solved_attempts;
    uint64_t faults; /* attempts in which a guest failed */
    double points;
    double most_points;
} EpdTotals;

void epd_totals_add(EpdTotals *totals, const EpdEntry *entry, const EpdResult *result);

/* Solved attempts, of all. Where that rate lies with 95 % confidence, statistics_wilson() says: it
 * takes every attempt for a draw from one urn, which makes it rather too wide than too narrow for
 * repeated attempts at positions of different difficulty. */
double epd_totals_rate(const EpdTotals *totals);

/* What has been solved of one theme, by one run or by two that are compared. */
typedef struct EpdTheme {
    const char *name; /* lies in the suite or report */
    EpdTotals totals[2];
} EpdTheme;

/* Themes in the order in which they first appear. */
typedef struct EpdThemes {
    EpdTheme *themes;
    size_t count;
    size_t most; /* if there are more, they say nothing */
} EpdThemes;

/* Begins with the themes of so many positions. */
EpdThemes epd_themes_begin(size_t positions);

/* The theme of that name, a new one if need be; NULL without memory, or for one too many. */
EpdTheme *epd_themes_find(EpdThemes *themes, const char *name);

/* Once all positions are in: leaves no themes where none are worth the name, which are less than
 * two, or of less than four positions on average. What it leaves, epd_themes_free() frees. */
void epd_themes_end(EpdThemes *themes);
void epd_themes_free(EpdThemes *themes);
