#pragma once

#include "cli/arguments.h"

/* The command `quorum scale`: how speed and search grow with threads and depend on where they run.
 * See Command.run in commands.h. */
int scale_command(int argc, char **argv);

/* The arguments of the command. */
extern const ArgumentParser SCALE_PARSER;
