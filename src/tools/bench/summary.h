#pragma once

#include "engine/bench.h"
#include "report/statistics.h"

/* What runs of the bench say. Pure; any thread. */

/* Of one run. */
typedef struct BenchFigures {
    uint64_t nodes;
    int64_t elapsed_us;
    int64_t processor_us;
    double speed; /* nodes per second by the clock */
    double
        processor_speed; /* and per second of processor time, which other programs hardly change */
    double share;        /* percent of the time of its processors that it had */
} BenchFigures;

/* `processors` is how many its threads could keep busy, at least 1. */
BenchFigures bench_figures(const BenchResult *result, int processors);

/* Of several: medians, and of estimates the least and the most of all. */
typedef struct BenchSummary {
    uint64_t nodes;
    int64_t elapsed_us;
    int64_t processor_us;
    Estimate speed;
    Estimate processor_speed;
    double share;
    bool slowed; /* it had less than 95 percent: the speed by the clock says little */
    bool nodes_differ;
} BenchSummary;

/* Of count figures, 1 to BENCH_MAX_REPEATS. */
BenchSummary bench_summarize(const BenchFigures *figures, int count);

#define BENCH_MAX_REPEATS 100
