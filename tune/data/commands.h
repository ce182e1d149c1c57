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

extern const ArgumentParser STATS_PARSER;
extern const ArgumentParser VERIFY_PARSER;
extern const ArgumentParser TEXT_PARSER;
extern const ArgumentParser MERGE_PARSER;
extern const ArgumentParser FILTER_PARSER;
