#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/reason.h"
#include "engine/engine.h"
#include "guest/guest.h"

/* How much is to be measured with what. 0 stands for what has not been said. */
typedef struct SpeedtestOptions {
    int threads;              /* 1 to ENGINE_MAX_THREADS */
    size_t hash_mib;          /* 1 to ENGINE_MAX_HASH_MIB */
    int seconds;              /* 1 to SPEEDTEST_MAX_SECONDS */
    const Engine *network_of; /* whose network is used, but by a guest */
    const GuestWish *guest;   /* who searches; NULL: our own engine */
    const char *guest_name;
    int64_t grace_ms;                /* of a guest */
    bool (*gives_up)(void *context); /* see engine_set_impatience(); NULL: never */
    void *gives_up_context;
} SpeedtestOptions;

#define SPEEDTEST_DEFAULT_SECONDS 150
#define SPEEDTEST_MAX_SECONDS     86400

/* Reads `[threads] [hash] [seconds]`, the words that users of Stockfish know. What has been said
 * before may not be said again. On false *options is unchanged and *error says why. Any thread. */
bool speedtest_options_parse(int count, char *const *words, SpeedtestOptions *options,
                             Reason *error);

/* Puts in what has not been said: all processors that this thread may use, 128 MiB for each thread
 * but at most half of the memory that is free, and the default time. Any thread. */
void speedtest_options_complete(SpeedtestOptions *options);
