#pragma once

#include "tools/epd/solve.h"

/* The state of an attempt while the engine reports its search. One thread at a time. */
typedef struct EpdWatch {
    const EpdEntry *entry;
    int stable; /* plies, 0 for no early end */
    EpdAttempt attempt;
    bool ends_low;    /* the last line had a score that is at most so much */
    int stable_depth; /* at which the answer became right, and has stayed so */
} EpdWatch;

EpdWatch epd_watch_begin(const EpdEntry *entry, const EpdLimits *limits);

/* What an engine has told of its best line after so many nodes and microseconds. */
typedef struct EpdNews {
    Move move;
    Score score;
    Bound bound;
    int depth;
    uint64_t nodes;
    int64_t elapsed_us;
} EpdNews;

/* Takes a line; true when the answer has been right for long enough. */
bool epd_watch_line(EpdWatch *watch, const EpdNews *news);

/* Takes the move that is played in the end. Its bound and depth do not matter, nor its score where
 * the last line had a score that is at most so much: that of the line before counts. */
void epd_watch_end(EpdWatch *watch, const EpdNews *news);
