#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* What there is to be documented: the programs, with the tables that they read their own command
 * lines by. */

#define PROGRAM_LIMIT         8
#define PROGRAM_COMMAND_LIMIT 32

typedef struct ProgramCommand {
    const char *name;
    const char *summary;
    const struct argp *parser; /* NULL for a command without arguments */
} ProgramCommand;

typedef struct Program {
    const char *name;
    ProgramCommand commands[PROGRAM_COMMAND_LIMIT];
    size_t command_count;      /* 0 for a program without commands */
    const struct argp *parser; /* of a program without commands */
    bool speaks_uci;
} Program;

/* All programs of this build; returns how many. The process ends with a message where they have
 * more commands than PROGRAM_COMMAND_LIMIT. */
size_t program_list(Program programs[PROGRAM_LIMIT]);
