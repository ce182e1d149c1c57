#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/command.h"

/* What there is to be documented: the programs, with the tables that they read their own command
 * lines by. */

#define PROGRAM_LIMIT 8

typedef struct Program {
    const char *name;
    const Command *const *commands;
    size_t command_count;         /* 0 for a program without commands */
    const ArgumentParser *parser; /* of a program without commands */
    bool speaks_uci;
} Program;

/* All programs of this build; returns how many. */
size_t program_list(Program programs[PROGRAM_LIMIT]);

/* The rows that argp itself adds to every parser, ended by {0}. */
extern const Argument PROGRAM_ROWS_OF_ARGP[];

/* Walks over rows, headings included, that are not hidden: the one after `row`, or with NULL the
 * first of `rows` (NULL for none). NULL when there is no other. */
const Argument *program_next_row(const Argument *rows, const Argument *row);

/* Whether a row is an option, not a heading. */
bool program_row_is_option(const Argument *row);
