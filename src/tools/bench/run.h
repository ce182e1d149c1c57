#pragma once

#include "base/warnings.h"
#include "chess/notation.h"
#include "engine/bench_positions.h"
#include "tools/bench/summary.h"

/* The bench, once or several times, and what it has found. Main thread only. */

typedef struct BenchPositionFound {
    uint64_t nodes;
    char best[COORDINATE_SIZE];
} BenchPositionFound;

typedef struct BenchFindings {
    BenchOptions options;
    int processors; /* that its threads could keep busy: no more than the process may use */
    int repeats;    /* runs that are wanted, 1 to BENCH_MAX_REPEATS */
    int run_count;  /* and that are done, whose figures follow */
    BenchFigures runs[BENCH_MAX_REPEATS];
    BenchPositionFound positions[BENCH_POSITION_COUNT]; /* of the last run */
    BenchSummary summary;
    Warnings warnings; /* of the engine, and of processors that it had too little of */
    bool given_up;     /* not all has been searched: there is no summary */
} BenchFindings;

/* Where lines go, without newline; without write_line there are none. */
typedef struct BenchWriter {
    void (*write_line)(void *context, const char *line);
    void *context;
} BenchWriter;

/* Fills all but options and repeats, each run on an engine of its own, on the calling thread. A
 * line for each position of the first run, and for each run where there are several, is written
 * once it is known; warnings go to stderr, where progress shows while stdout is no terminal. False
 * when memory is exhausted. */
bool bench_run_all(BenchFindings *findings, const BenchWriter *writer);
