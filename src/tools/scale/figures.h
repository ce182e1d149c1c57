#pragma once

#include "report/table.h"

/* The figures of `quorum scale`, each in one row. One that follows from what is measured is a row
 * of SCALE_FIGURES; another measurement is a row of SCALE_MEASURES, and search.c makes it. */

/* Where reports show a figure: the pages' tables of speed and of depth, and the table of text and
 * page that compares places. */
enum {
    SCALE_PAGE_SPEED = TABLE_OWN,
    SCALE_PAGE_DEPTH = 2 * TABLE_OWN,
    SCALE_COMPARISON = 4 * TABLE_OWN
};

/* MEASURE(name, key): what a run has, and its name in `runs` of JSON.
 *   speed            nodes per second of all threads
 *   processor_share  processor time that the threads got, of the time that they ran
 *   depth_ms         to the depth, geometric mean over the positions
 *   depth_nodes      the same for nodes */
#define SCALE_MEASURES(MEASURE)                                                                    \
    MEASURE(speed, "nps")                                                                          \
    MEASURE(processor_share, "processor_share")                                                    \
    MEASURE(depth_ms, "time_to_depth_ms")                                                          \
    MEASURE(depth_nodes, "nodes_to_depth")

/* FIGURE(NAME, value, column): what is estimated of a case. The value is that of a run, made from
 * it and from the runs of the same round that the base and the first place, with as many threads,
 * have made, so that what disturbs a whole round cancels out.
 * The column says, as in report/table.h, its key in CSV and JSON, its headings in text and on
 * pages, where it is shown, where its interval is, decimals, and factor and unit for people. */
#define SCALE_FIGURES(FIGURE)                                                                      \
    FIGURE(SPEED, run->speed, "nps", "nodes/s", "Nodes/s",                                         \
           TABLE_DATA | TABLE_TEXT | SCALE_PAGE_SPEED, TABLE_TEXT | SCALE_PAGE_SPEED)              \
    FIGURE(SPEEDUP, run->speed / base->speed, "speedup", "speedup", "Speedup",                     \
           TABLE_DATA | TABLE_TEXT | SCALE_PAGE_SPEED, 0, .decimals = 3)                           \
    FIGURE(EFFICIENCY, run->speed / base->speed / threads, "efficiency", "efficiency",             \
           "Efficiency", TABLE_DATA | TABLE_TEXT | SCALE_PAGE_SPEED,                               \
           TABLE_TEXT | SCALE_PAGE_SPEED, .decimals = 3)                                           \
    FIGURE(PROCESSOR_SHARE, run->processor_share, "processor_share", "CPU", "CPU time got",        \
           TABLE_DATA | TABLE_TEXT | SCALE_PAGE_SPEED, 0, .factor = 100, .unit = " %")             \
    FIGURE(DEPTH_MS, run->depth_ms, "time_to_depth_ms", "ms to depth", "Milliseconds",             \
           TABLE_DATA | TABLE_TEXT | SCALE_PAGE_DEPTH, SCALE_PAGE_DEPTH, .decimals = 1)            \
    FIGURE(DEPTH_SPEEDUP, base->depth_ms / run->depth_ms, "depth_speedup", "speedup", "Speedup",   \
           TABLE_DATA | TABLE_TEXT | SCALE_PAGE_DEPTH, SCALE_PAGE_DEPTH, .decimals = 2)            \
    FIGURE(DEPTH_NODES, run->depth_nodes, "nodes_to_depth", "nodes", "Nodes",                      \
           TABLE_DATA | SCALE_PAGE_DEPTH, 0)                                                       \
    FIGURE(OVERHEAD, run->depth_nodes / base->depth_nodes - 1, "overhead", "overhead", "Overhead", \
           TABLE_DATA | TABLE_TEXT | SCALE_PAGE_DEPTH, 0, .decimals = 1, .factor = 100,            \
           .unit = " %")                                                                           \
    FIGURE(SPEED_RATIO, run->speed / first->speed, "nps_ratio", "nodes/s, ratio",                  \
           "Nodes/s, ratio", TABLE_DATA | SCALE_COMPARISON, SCALE_COMPARISON, .decimals = 3)       \
    FIGURE(DEPTH_RATIO, run->depth_ms / first->depth_ms, "time_to_depth_ratio",                    \
           "ms to depth, ratio", "Milliseconds to depth, ratio", TABLE_DATA | SCALE_COMPARISON,    \
           SCALE_COMPARISON, .decimals = 3)

/* One repeat of one case. What is not measured is NAN. */
typedef struct ScaleRun {
#define MEASURE(name, key) double name;
    SCALE_MEASURES(MEASURE)
#undef MEASURE
    bool is_done; /* it has been made, whatever it has measured */
} ScaleRun;

typedef enum ScaleFigure {
#define FIGURE(name, ...) SCALE_##name,
    SCALE_FIGURES(FIGURE)
#undef FIGURE
        SCALE_FIGURE_COUNT
} ScaleFigure;
