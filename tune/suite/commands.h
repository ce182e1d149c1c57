#ifndef QUORUM_SUITE_COMMANDS_H
#define QUORUM_SUITE_COMMANDS_H

#include "cli/subcommands.h"

/* The commands of quorum-suite. */

/* The program with its commands in the order to list them. */
extern const SubcommandProgram SUITE_PROGRAM;

int find_command(int argc, char **argv);
int select_command(int argc, char **argv);
int check_command(int argc, char **argv);

extern const struct argp FIND_PARSER;
extern const struct argp SELECT_PARSER;
extern const struct argp CHECK_PARSER;

#endif
