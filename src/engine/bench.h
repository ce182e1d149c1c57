#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "engine/engine.h"

/* A fixed-depth search of a fixed set of positions. With one thread the sum of its nodes is the
 * signature of the search: it changes when, and only when, the search or the evaluation does. */

typedef struct BenchOptions {
    int depth;                       /* plies, 1 to BENCH_MAX_DEPTH */
    int threads;                     /* 1 to ENGINE_MAX_THREADS */
    size_t hash_mib;                 /* 1 to ENGINE_MAX_HASH_MIB */
    const Engine *network_of;        /* whose network is used; NULL: the program's own */
    bool (*gives_up)(void *context); /* see engine_set_impatience(); NULL: never */
    void *gives_up_context;
} BenchOptions;

#define BENCH_MAX_DEPTH 127

typedef struct BenchResult {
    uint64_t nodes;
    int64_t elapsed_us;
    int64_t processor_us; /* of all threads of the process in that time */
    bool given_up;        /* not all positions have been searched */
} BenchResult;

/* Who hears of a bench while it runs; NULL for what is of no interest. */
typedef struct BenchSink {
    void *context;
    void (*warning)(void *context, const char *text);
    /* The position of that index in BENCH_POSITIONS is about to be searched, or has been. */
    void (*begin)(void *context, int index);
    void (*end)(void *context, int index, const BestMoveReport *result);
} BenchSink;

/* What the signature is taken with. */
BenchOptions bench_default_options(void);

/* Sets the root to a FEN that is part of the program: a bad one is a bug, which unit tests find. */
void bench_set_root(Engine *engine, const char *fen);

/* Plays the next of the moves, in coordinate notation and as sure, and cuts it off *rest; false
 * when none is left. */
bool bench_play_next(Engine *engine, Text *rest);

/* Sets the root to the position of that index in BENCH_POSITIONS. */
void bench_set_position(Engine *engine, int index);

/* Runs on an engine of its own and the calling thread, and returns when done. False when memory is
 * exhausted: nothing has been searched then. */
bool bench_search(const BenchOptions *options, const BenchSink *sink, BenchResult *result);
