#pragma once

#include "cli/command.h"

/* The commands of quorum-data. */

/* The program with its commands in the order to list them. */
extern const CommandProgram DATA_PROGRAM;

extern const Command STATS_COMMAND;
extern const Command VERIFY_COMMAND;
extern const Command TEXT_COMMAND;
extern const Command MERGE_COMMAND;
extern const Command FILTER_COMMAND;
extern const Command IMPORT_COMMAND;
