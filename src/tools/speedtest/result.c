#include "tools/speedtest/result.h"

#include <stdlib.h>

bool speedtest_result_begin(const SpeedtestOptions *options, SpeedtestResult *result) {
    const size_t threads = (size_t)options->threads;
    *result = (SpeedtestResult){.options = *options,
                                .extent.wanted = SPEEDTEST_ROUNDS * SPEEDTEST_GAMES,
                                .worker_nodes = calloc(threads, sizeof(uint64_t)),
                                .worker_homes = calloc(threads, sizeof(int))};
    return result->worker_nodes && result->worker_homes;
}

void speedtest_result_add(SpeedtestResult *result, const SpeedtestPart *part) {
    SpeedtestMeasure *measure = &result->measures[part->round][part->game];
    if (measure->is_done)
        return;
    *measure = part->measure;
    measure->is_done = true;
    for (int i = 0; i < result->options.threads; i++)
        result->worker_nodes[i] += part->worker_nodes[i];
    result->warm_up_us = part->warm_up_us;
    result->total_us += part->total_us;
    result->processor_us += part->processor_us;
    result->faults += part->faults;
    result->extent.done++;
}

void speedtest_result_free(SpeedtestResult *result) {
    placement_report_destroy(result->placement);
    free(result->worker_homes);
    free(result->worker_nodes);
    *result = (SpeedtestResult){0};
}
