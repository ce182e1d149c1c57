#pragma once

#include "play/settings.h"

/* How long a search lasts. */
typedef enum MovePace {
    PACE_SOFT_NODES, /* it begins no new iteration after so many nodes */
    PACE_NODES,      /* it ends after so many nodes */
    PACE_TIME,       /* it ends after so many milliseconds */
    PACE_CLOCK,      /* each side has so many nodes for the game, and some more a move */
    PACES
} MovePace;

/* A clock of nodes is as one of so many milliseconds, a rounding aside, so that the overhead of
 * moves takes the share of it that it takes there. */
#define SPSA_CLOCK_MS 8000

/* What the command line asks for. */
typedef struct SpsaSettings {
    PlaySettings play;
    int64_t iterations;
    int pairs; /* of games, in each iteration */
    int ahead; /* see spsa/spsa.h */
    double rate;
    double step_percent; /* of a parameter's range */
    const char *only;    /* names with commas between them; NULL for all parameters */
    MovePace pace;
    int64_t paces[PACES]; /* nodes or milliseconds; 0 but for `pace` */
    int64_t increment;    /* nodes for each move, where there is a clock */
    const char *journal_path;
} SpsaSettings;

/* The arguments of quorum-spsa; its input is a SpsaSettings. */
extern const ArgumentParser SPSA_PARSER;

/* Reads the command line; bad arguments end the process with COMMAND_MISUSED. Main thread only. */
void spsa_settings_parse(SpsaSettings *settings, int argc, char **argv);
