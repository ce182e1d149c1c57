#pragma once

#include "cli/command.h"

/* The commands of quorum-data. */

/* The program with its commands in the order to list them. */
extern const CommandProgram DATA_PROGRAM;

int stats_command(int argc, char **argv);
int verify_command(int argc, char **argv);
int text_command(int argc, char **argv);
int merge_command(int argc, char **argv);
int filter_command(int argc, char **argv);

extern const struct argp STATS_PARSER;
extern const struct argp VERIFY_PARSER;
extern const struct argp TEXT_PARSER;
extern const struct argp MERGE_PARSER;
extern const struct argp FILTER_PARSER;
