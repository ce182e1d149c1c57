#pragma once

#include <stdbool.h>

#include "base/reason.h"
#include "cli/command.h"
#include "engine/bench.h"

/* What `quorum bench` and UCI's `bench` have in common. */

/* Reads `[depth] [threads] [hash]`: each word given replaces a default. On false *options is
 * unchanged and *error says why. Any thread. */
bool bench_parse_options(int count, char *const *words, BenchOptions *options, Reason *error);

/* Runs on an engine of its own and the calling thread, and returns when done. Each line of the
 * result, without newline, is handed to write_line; the last three are the total time, the nodes
 * and the nodes per second. Warnings go to stderr, and so does progress while stdout is no
 * terminal. Once somebody gives up, the rest is left out. False when memory is exhausted: nothing
 * has been written then. */
bool bench_run(const BenchOptions *options, void (*write_line)(void *context, const char *line),
               void *context);

extern const Command BENCH_COMMAND;
