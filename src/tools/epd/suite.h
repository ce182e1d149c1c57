#pragma once

#include "base/reason.h"
#include "chess/epd.h"
#include "search/score.h"

/* Files of positions with known answers, read whole. */

typedef struct EpdPoints {
    Move move;
    int points;
    bool disputed; /* the line gives it different points */
} EpdPoints;

/* A position and what solves it. Moves decide where the line has `bm` or `am`; then a mate score,
 * where it has `dm`; then the points alone. */
typedef struct EpdEntry {
    const char *file;
    int64_t line;
    char *id;       /* of `id`, or "FILE:LINE" */
    char *theme;    /* group of like positions, made from the id, or the file's name */
    char *expected; /* the answer in words: "Qg6", "not Rd1", "mate in 3" */
    Position position;
    MoveList best;  /* any of them is right; empty without `bm` */
    MoveList avoid; /* each of them is wrong */
    int mate;       /* in so many moves at most; negative when the side to move is mated; 0: no
                       such claim */
    int points_count;
    EpdPoints points[MAX_MOVES];
    int most_points; /* 0 without points */
} EpdEntry;

/* A line that was left out, or a part of one. */
typedef struct EpdNotice {
    const char *file;
    int64_t line;
    bool skipped; /* the whole line; else only the points of a move */
    char *reason;
} EpdNotice;

typedef struct EpdSuite {
    size_t count;
    EpdEntry **entries;
    size_t notice_count;
    EpdNotice *notices;
    size_t skipped; /* notices that are of skipped lines */
    size_t file_count;
    char **files; /* names as valid UTF-8 */
} EpdSuite;

/* Adds the positions of a file, "-" for stdin. Lines that cannot be used, or not for sure (a move
 * that is illegal or ambiguous), become notices. False, with a line in error, when the file cannot
 * be read or memory is exhausted. Main thread only. */
bool epd_suite_read(EpdSuite *suite, const char *path, Reason *error);

void epd_suite_free(EpdSuite *suite);

/* A file's name without its folder, which lies in the path. */
const char *epd_base_name(const char *path);

/* Sets the entry's points from `c0 "f5=10, Bf2=3"` and `c7 "f5 Bf2"; c8 "10 3"` (D. Corbitt and S.
 * Watson, Strategic Test Suite, 2010). Comments that are not such lists mean nothing. False when a
 * move of them is not legal, ambiguous, or has different points in two places: it counts nothing
 * then, and *error says why of the first. The entry's position is set, its points are empty. */
bool epd_points_read(const EpdLine *epd, EpdEntry *entry, Reason *error);

/* Whether a search that wants to play the move, with the score it gives, has found the answer. */
bool epd_entry_is_solved(const EpdEntry *entry, Move move, Score score);

/* The moves that are right by name: those of `bm`, or with nothing but points those with the most.
 */
MoveList epd_entry_wanted(const EpdEntry *entry);

/* What the entry gives for a move, 0 for one that it does not name. */
int epd_entry_points(const EpdEntry *entry, Move move);

/* A number that differs between suites with different positions or answers. */
uint64_t epd_suite_fingerprint(const EpdSuite *suite);
