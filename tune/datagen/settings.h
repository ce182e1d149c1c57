#pragma once

#include "cli/arguments.h"
#include "datagen/player.h"

/* What the command line asks for. */
typedef struct Settings {
    CommonArguments common;
    PlayerRules rules; /* book and evaluation are to be loaded from the paths below */
    uint64_t positions;
    int threads;
    const char *out_path;
    const char *openings_path; /* NULL for the start position */
} Settings;

/* The arguments of quorum-datagen; its input is a Settings. */
extern const ArgumentParser DATAGEN_PARSER;

/* Reads the command line; bad arguments end the process with COMMAND_MISUSED. Main thread only. */
void settings_parse(Settings *settings, int argc, char **argv);

/* A line of all that decides which games are played, cut to CHAIN_DESCRIPTION_SIZE: what goes into
 * the file, and must be the same where it is continued. */
void settings_describe(const Settings *settings, uint64_t network_id,
                       char text[CHAIN_DESCRIPTION_SIZE]);
