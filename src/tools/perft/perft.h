#pragma once

#include "cli/arguments.h"

/* The command `quorum perft`: counts the move tree of a position, or checks a file of known counts.
 * See Command.run in commands.h. */
int perft_command(int argc, char **argv);

/* The arguments of the command. */
extern const ArgumentParser PERFT_PARSER;
