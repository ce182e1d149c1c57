#ifndef QUORUM_TUNE_SETTINGS_H
#define QUORUM_TUNE_SETTINGS_H

#include "datagen/player.h"

/* What the command line asks for. */
typedef struct Settings {
    PlayerRules rules; /* its book is to be loaded from openings_path */
    uint64_t positions;
    int threads;
    const char *out_path;
    const char *openings_path; /* NULL for the start position */
} Settings;

/* Reads the command line; bad arguments end the process with EXIT_MISUSED. Main thread only. */
void settings_parse(Settings *settings, int argc, char **argv);

/* A line of all that decides which games are played, cut to CHAIN_DESCRIPTION_SIZE: what goes into
 * the file, and must be the same where it is continued. */
void settings_describe(const Settings *settings, uint64_t network_id,
                       char text[CHAIN_DESCRIPTION_SIZE]);

#endif
