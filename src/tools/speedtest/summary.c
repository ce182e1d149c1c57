#include "tools/speedtest/summary.h"

#include <math.h>

/* Student's t for 95 % on both sides together and as many degrees of freedom as rounds, less one.
 */
static const double STUDENT_T[SPEEDTEST_ROUNDS + 1] = {NAN, NAN, 12.706, 4.303, 3.182, 2.776};

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

/* What has been measured of several games. */
typedef struct Sum {
    uint64_t nodes;
    int64_t elapsed_us;
    int games;
} Sum;

static void add(Sum *sum, const SpeedtestMeasure *measure) {
    if (!measure->is_done)
        return;
    sum->nodes += measure->nodes;
    sum->elapsed_us += measure->elapsed_us;
    sum->games++;
}

static double speed_of(const Sum *sum) {
    return sum->games > 0 ? speedtest_speed(sum->nodes, sum->elapsed_us) : NAN;
}

/* Of the speeds of rounds that are complete, so many of them. */
static void summarize_rounds(SpeedtestSummary *summary, const double *speeds, int count) {
    double sum = 0, squares = 0;
    summary->slowest = summary->fastest = summary->deviation = summary->margin = NAN;
    if (count < 2)
        return;
    for (int i = 0; i < count; i++) {
        sum += speeds[i];
        summary->slowest = fmin(summary->slowest, speeds[i]);
        summary->fastest = fmax(summary->fastest, speeds[i]);
    }
    double mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (speeds[i] - mean) * (speeds[i] - mean);
    summary->deviation = mean > 0 ? 100 * sqrt(squares / (count - 1)) / mean : 0;
    summary->margin = STUDENT_T[count] * summary->deviation / sqrt(count);
}

SpeedtestSummary speedtest_summarize(const SpeedtestResult *result) {
    SpeedtestSummary summary = {0};
    Sum all = {0}, games[SPEEDTEST_GAMES] = {0};
    double complete[SPEEDTEST_ROUNDS];
    int count = 0;
    for (int round = 0; round < SPEEDTEST_ROUNDS; round++) {
        Sum sum = {0};
        for (int game = 0; game < SPEEDTEST_GAMES; game++) {
            add(&sum, &result->measures[round][game]);
            add(&games[game], &result->measures[round][game]);
            add(&all, &result->measures[round][game]);
        }
        summary.round_speeds[round] = speed_of(&sum);
        if (sum.games == SPEEDTEST_GAMES)
            complete[count++] = summary.round_speeds[round];
    }
    for (int game = 0; game < SPEEDTEST_GAMES; game++)
        summary.game_speeds[game] = speed_of(&games[game]);
    summary.nodes = all.nodes;
    summary.speed = speedtest_speed(all.nodes, all.elapsed_us);
    summarize_rounds(&summary, complete, count);
    const int64_t watched_us = result->options.guest ? all.elapsed_us : result->total_us;
    const double possible_us = (double)watched_us * result->options.threads;
    const bool is_told = result->processor_us > 0 && possible_us > 0;
    summary.processor_speed = is_told ? speedtest_speed(all.nodes, result->processor_us) : NAN;
    summary.processor_share = is_told ? 100 * (double)result->processor_us / possible_us : NAN;
    return summary;
}
