#pragma once

#include "cli/arguments.h"

/* The command `quorum topology`; see Command.run in cli/command.h. */
int topology_command(int argc, char **argv);

/* The arguments of the command. */
extern const ArgumentParser TOPOLOGY_PARSER;
