#pragma once

#include "chain/chain.h"
#include "play/play.h"

/* Games of a sitting, at most. */
#define SITTING_MOST 64

/* What the command line asks for. */
typedef struct Settings {
    PlaySettings play;
    uint64_t positions;
    uint64_t nodes; /* after which a search begins no new iteration */
    PlayEnd end;    /* of a game */
    /* Of a search from an opening, in whose tree the next games of a sitting begin; 0: each game
     * has an opening of its own. */
    uint64_t start_nodes;
    int sitting;    /* games in a row between which the engine forgets nothing */
    int tree_nodes; /* that are written of each game in its place; 0: the game is */
    int tree_depth; /* and have at least this depth */
    const char *out_path;
} Settings;

/* The arguments of quorum-datagen; its input is a Settings. */
extern const ArgumentParser DATAGEN_PARSER;

/* Reads the command line; bad arguments end the process with COMMAND_MISUSED. Main thread only. */
void settings_parse(Settings *settings, int argc, char **argv);

/* A line of all that decides which games are played, cut to CHAIN_DESCRIPTION_SIZE: what goes into
 * the file, and must be the same where it is continued. */
void settings_describe(const Settings *settings, char text[CHAIN_DESCRIPTION_SIZE]);
