#include "tools/bench/summary.h"

#define FAIR_SHARE 95

static double per_second(uint64_t nodes, int64_t microseconds) {
    return microseconds > 0 ? (double)nodes * 1e6 / (double)microseconds : 0;
}

BenchFigures bench_figures(const BenchResult *result, int processors) {
    const double possible_us = (double)result->elapsed_us * processors;
    return (BenchFigures){
        .nodes = result->nodes,
        .elapsed_us = result->elapsed_us,
        .processor_us = result->processor_us,
        .speed = per_second(result->nodes, result->elapsed_us),
        .processor_speed = per_second(result->nodes, result->processor_us),
        .share = possible_us > 0 ? 100 * (double)result->processor_us / possible_us : 0,
    };
}

/* Sorts the values. */
static Estimate median_and_range(double *values, int count) {
    const double median = statistics_median(values, (size_t)count);
    return (Estimate){median, values[0], values[count - 1]};
}

BenchSummary bench_summarize(const BenchFigures *figures, int count) {
    enum { NODES, ELAPSED, PROCESSOR, SPEED, PROCESSOR_SPEED, SHARE, KINDS };
    double values[KINDS][BENCH_MAX_REPEATS];
    Estimate estimates[KINDS];
    for (int i = 0; i < count; i++) {
        values[NODES][i] = (double)figures[i].nodes;
        values[ELAPSED][i] = (double)figures[i].elapsed_us;
        values[PROCESSOR][i] = (double)figures[i].processor_us;
        values[SPEED][i] = figures[i].speed;
        values[PROCESSOR_SPEED][i] = figures[i].processor_speed;
        values[SHARE][i] = figures[i].share;
    }
    for (int kind = 0; kind < KINDS; kind++)
        estimates[kind] = median_and_range(values[kind], count);
    return (BenchSummary){
        .nodes = (uint64_t)estimates[NODES].median,
        .elapsed_us = (int64_t)estimates[ELAPSED].median,
        .processor_us = (int64_t)estimates[PROCESSOR].median,
        .speed = estimates[SPEED],
        .processor_speed = estimates[PROCESSOR_SPEED],
        .share = estimates[SHARE].median,
        .slowed = estimates[SHARE].median < FAIR_SHARE,
        .nodes_differ = estimates[NODES].low < estimates[NODES].high,
    };
}
