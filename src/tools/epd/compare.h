#pragma once

#include "cli/arguments.h"

/* The command `quorum compare`: holds two runs of `quorum epd` against each other. See Command.run
 * in commands.h. */
int compare_command(int argc, char **argv);

/* The arguments of the command. */
extern const ArgumentParser COMPARE_PARSER;
