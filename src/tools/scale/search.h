#pragma once

#include "engine/bench_positions.h"
#include "tools/scale/report.h"

/* The searches of `quorum scale`. */

/* Positions of the bench, by index: middlegames and openings spread over its table. */
typedef struct ScalePositions {
    int indices[BENCH_POSITION_COUNT];
    int count;
} ScalePositions;

/* Chooses as many as are wanted, or as there are. False without memory. */
bool scale_choose_positions(int wanted, ScalePositions *positions);

/* Searches all positions once with a new engine, and notes in the case what the engine got. Calls
 * `step` with the context after each search, of which there are scale_search_steps(). Warnings go
 * to the report. False without memory. Main thread only. */
bool scale_search(ScaleReport *report, ScaleCase *scale_case, ScaleRun *run,
                  const ScalePositions *positions, void (*step)(void *context), void *context);

int scale_search_steps(const ScaleSettings *settings, const ScalePositions *positions);
