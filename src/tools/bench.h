#ifndef QUORUM_TOOLS_BENCH_H
#define QUORUM_TOOLS_BENCH_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/engine.h"

/* A fixed-depth search of a fixed set of positions. With one thread the sum of its nodes is the
 * signature of the search: it changes when, and only when, the search or the evaluation does. */

typedef struct BenchOptions {
    int depth;                /* plies, 1 to BENCH_MAX_DEPTH */
    int threads;              /* 1 to ENGINE_MAX_THREADS */
    size_t hash_mib;          /* 1 to ENGINE_MAX_HASH_MIB */
    const Engine *network_of; /* whose network is used; NULL: the program's own */
} BenchOptions;

#define BENCH_MAX_DEPTH 127

/* What the signature is taken with. */
BenchOptions bench_default_options(void);

/* Reads `[depth] [threads] [hash]`: each word given replaces a default. On false *options is
 * unchanged and error says why (a line without newline, cut to error_size). Any thread. */
bool bench_parse_options(int count, char *const *words, BenchOptions *options, char *error,
                         size_t error_size);

/* Runs on an engine of its own and the calling thread, and returns when done. Each line of the
 * result, without newline, is handed to write_line; the last three are the total time, the nodes
 * and the nodes per second. While stderr is a terminal and stdout is not, progress shows on
 * stderr. False when memory is exhausted: nothing has been written then. */
bool bench_run(const BenchOptions *options, void (*write_line)(void *context, const char *line),
               void *context);

/* Sets the root to the position of that index in BENCH_POSITIONS. */
void bench_set_position(Engine *engine, int index);

/* The command `quorum bench`; see Command.run in commands.h. */
int bench_command(int argc, char **argv);

/* The arguments of the command. */
extern const struct argp BENCH_PARSER;

#endif
