#pragma once

#include "engine/bench_positions.h"
#include "tools/scale/report.h"

/* The searches of `quorum scale`. */

/* Positions of the bench, by index: middlegames and openings spread over its table. */
typedef struct ScalePositions {
    int indices[BENCH_POSITION_COUNT];
    int count;
} ScalePositions;

/* Chooses as many as are wanted, or as there are; of chess alone, or of Chess960 as well. False
 * without memory. */
bool scale_choose_positions(int wanted, bool chess_alone, ScalePositions *positions);

/* Searches all positions once with a new engine, and notes in the case what the engine got. Calls
 * `step` with the context after each search, of which there are scale_search_steps(). Warnings go
 * to the report. A signal ends it, and then the run says little. False without memory. Main thread
 * only. */
bool scale_search(ScaleReport *report, ScaleCase *scale_case, ScaleRun *run,
                  const ScalePositions *positions, void (*step)(void *context), void *context);

/* The same by the guest of the case. Where it fails, that is told on stderr and in the warnings,
 * and what it was to measure is not measured. */
bool scale_search_guest(ScaleReport *report, const ScaleCase *scale_case, ScaleRun *run,
                        const ScalePositions *positions, void (*step)(void *context),
                        void *context);

/* What searches of all positions come to. */
typedef struct ScaleSums {
    double nodes;
    double elapsed_us;
    double whole_us;     /* from orders to best moves, which is longer where nodes are told early */
    double processor_us; /* that all threads got in the whole time */
    double log_time;     /* logarithms of microseconds */
    double log_nodes;
    bool has_failed; /* one of them, and so the rest means nothing */
} ScaleSums;

/* Put what so many searches of so many threads come to into the run: of a limit of time, and of one
 * of depth. */
void scale_note_speed(ScaleRun *run, const ScaleSums *sums, int threads);
void scale_note_depth(ScaleRun *run, const ScaleSums *sums, int positions);

/* Adds a search, of nodes in that time; processor time below 0, of the whole one, is not known. */
void scale_add_search(ScaleSums *sums, uint64_t nodes, int64_t elapsed_us, int64_t whole_us,
                      int64_t processor_us);

int scale_search_steps(const ScaleSettings *settings, const ScalePositions *positions);
