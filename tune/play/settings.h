#pragma once

#include "cli/arguments.h"
#include "cli/stop_signals.h"
#include "cluster/cluster.h"
#include "engine/engine.h"
#include "play/opening.h"

/* What the command line of a program says that plays games: its own settings begin with these. */
typedef struct PlaySettings {
    CommonArguments common;
    OpeningRules opening;
    const char *openings_path; /* NULL for the start position */
    const char *syzygy_path;   /* NULL for no endgame tables */
    uint64_t seed;             /* of all games */
    int threads;
    int hash_mib;   /* of each engine */
    int nodes_time; /* nodes that are a millisecond of its clock; 0: it goes by time */
    /* From here on as play_program() has made them. */
    const Engine *evaluation; /* an engine whose evaluation and tables all share */
    StopSignals *signals;     /* those that end the program */
    Cluster *cluster;         /* the ranks that play */
} PlaySettings;

#define PLAY_MAX_NODES 1000000000

#define PLAY_NUMBER(member, low, high)                                                             \
    INTO(PlaySettings, member), .minimum = (low), .maximum = (high)

/* Rows of its arguments: how the games begin, `units` of which share an opening, and what plays. */
#define PLAY_OPENING_ROWS(units)                                                                   \
    {"openings", 'b', "FILE", "Begin at positions of this file of FEN or EPD lines",               \
     INTO(PlaySettings, openings_path)},                                                           \
        {"random-plies", 0, "N", "Play N-2 to N+2 random moves first, none with 0 (8)",            \
         PLAY_NUMBER(opening.random_plies, 0, 100)},                                               \
    {                                                                                              \
        "chess960", 0, "PERCENT", "Share of " units " from Chess960's start positions (0)",        \
            PLAY_NUMBER(opening.chess960_percent, 0, 100)                                          \
    }
#define PLAY_THREADS_ROW(help) THREADS_ROW(PlaySettings, threads, 4096, help)
#define PLAY_ENGINE_ROWS(hash_help)                                                                \
    HASH_ROW(PlaySettings, hash_mib, ENGINE_MAX_HASH_MIB, hash_help), EVAL_FILE_ROW(PlaySettings), \
    {                                                                                              \
        "network", 0, "FILE", NULL, INTO(PlaySettings, common.eval_file)                           \
    }

/* Ends the process with COMMAND_MISUSED where the openings make no different games. */
void play_settings_check(const PlaySettings *settings, const struct argp_state *state);
