#pragma once

#include "tools/speedtest/result.h"

/* What is calculated from the measurements. Pure; any thread. */

typedef struct SpeedtestSummary {
    uint64_t nodes;
    double speed;                          /* all nodes by all time, nodes per second */
    double round_speeds[SPEEDTEST_ROUNDS]; /* of the games that are done; NAN where none is */
    double game_speeds[SPEEDTEST_GAMES];   /* the same of the rounds in which it is done */
    double slowest, fastest; /* of the rounds that are complete; NAN where less than two are */
    double deviation;        /* standard deviation of the rounds, percent of their mean */
    double processor_speed; /* nodes per second of processor time: hardly changed by other programs;
                               NAN, like the next, where that is not known */
    double processor_share; /* percent of the time that so many threads can have: less than 100 when
                               other programs run */
    double margin;          /* half the width of the 95 % confidence interval of the rounds' mean,
                               in percent (W. S. Gosset, 1908) */
} SpeedtestSummary;

SpeedtestSummary speedtest_summarize(const SpeedtestResult *result);

/* Nodes searched by the workers of a memory node, or of -1, and how many workers those are. */
uint64_t speedtest_node_sum(const SpeedtestResult *result, int node, int *workers);

/* Adds up where the memory of all workers lies, and all copies of the network. */
void speedtest_add_memory(const PlacementReport *placement, MemoryResidency *workers,
                          MemoryResidency *networks);

/* Nodes per second; 0 in no time. */
double speedtest_speed(uint64_t nodes, int64_t elapsed_us);
