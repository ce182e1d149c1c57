#include "tools/speedtest/summary.h"

#include <math.h>

/* Student's t for 95 % on both sides together and as many degrees of freedom as rounds, less one.
 */
#define STUDENT_T 2.776
_Static_assert(SPEEDTEST_ROUNDS == 5, "STUDENT_T is for five rounds");

double speedtest_speed(uint64_t nodes, int64_t elapsed_us) {
    return elapsed_us > 0 ? (double)nodes * 1e6 / (double)elapsed_us : 0;
}

uint64_t speedtest_node_sum(const SpeedtestResult *result, int node, int *workers) {
    uint64_t nodes = 0;
    *workers = 0;
    for (int i = 0; i < result->options.threads; i++) {
        if (result->worker_homes[i] == node) {
            nodes += result->worker_nodes[i];
            ++*workers;
        }
    }
    return nodes;
}

void speedtest_add_memory(const PlacementReport *placement, MemoryResidency *workers,
                          MemoryResidency *networks) {
    *workers = *networks = (MemoryResidency){.pages_known = true, .nodes_known = true};
    for (int i = 0; i < placement->thread_count; i++)
        memory_residency_add(workers, &placement->threads[i].memory);
    for (int i = 0; i < placement->network_count; i++)
        memory_residency_add(networks, &placement->networks[i].memory);
}

static void add(SpeedtestMeasure *sum, const SpeedtestMeasure *measure) {
    sum->nodes += measure->nodes;
    sum->elapsed_us += measure->elapsed_us;
}

static double speed_of(const SpeedtestMeasure *measure) {
    return speedtest_speed(measure->nodes, measure->elapsed_us);
}

static void summarize_rounds(SpeedtestSummary *summary) {
    const double *speeds = summary->round_speeds;
    double sum = 0, squares = 0;
    summary->slowest = summary->fastest = speeds[0];
    for (int i = 0; i < SPEEDTEST_ROUNDS; i++) {
        sum += speeds[i];
        summary->slowest = fmin(summary->slowest, speeds[i]);
        summary->fastest = fmax(summary->fastest, speeds[i]);
    }
    double mean = sum / SPEEDTEST_ROUNDS;
    for (int i = 0; i < SPEEDTEST_ROUNDS; i++)
        squares += (speeds[i] - mean) * (speeds[i] - mean);
    if (mean <= 0)
        return;
    summary->deviation = 100 * sqrt(squares / (SPEEDTEST_ROUNDS - 1)) / mean;
    summary->margin = STUDENT_T * summary->deviation / sqrt(SPEEDTEST_ROUNDS);
}

SpeedtestSummary speedtest_summarize(const SpeedtestResult *result) {
    SpeedtestSummary summary = {0};
    SpeedtestMeasure all = {0};
    SpeedtestMeasure rounds[SPEEDTEST_ROUNDS] = {0};
    SpeedtestMeasure games[SPEEDTEST_GAMES] = {0};
    for (int round = 0; round < SPEEDTEST_ROUNDS; round++) {
        for (int game = 0; game < SPEEDTEST_GAMES; game++) {
            add(&rounds[round], &result->measures[round][game]);
            add(&games[game], &result->measures[round][game]);
        }
        add(&all, &rounds[round]);
        summary.round_speeds[round] = speed_of(&rounds[round]);
    }
    for (int game = 0; game < SPEEDTEST_GAMES; game++)
        summary.game_speeds[game] = speed_of(&games[game]);
    summary.nodes = all.nodes;
    summary.speed = speed_of(&all);
    summarize_rounds(&summary);
    summary.processor_speed = speedtest_speed(all.nodes, result->processor_us);
    double possible_us = (double)result->total_us * result->options.threads;
    summary.processor_share =
        possible_us > 0 ? 100 * (double)result->processor_us / possible_us : 0;
    return summary;
}
