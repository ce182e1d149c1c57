#ifndef QUORUM_SUITE_COMMANDS_H
#define QUORUM_SUITE_COMMANDS_H

#include <argp.h>
#include <stddef.h>

/* The commands of quorum-suite. */

typedef struct SuiteCommand {
    const char *name;
    const char *summary; /* one line for --help */
    /* Gets its own name as argv[0] and returns the exit code of the program: EXIT_DONE, EXIT_FAULT
     * or EXIT_MISUSED. Main thread only. */
    int (*run)(int argc, char **argv);
    const struct argp *parser; /* its arguments */
} SuiteCommand;

/* All commands in the order to list them, *count of them. Any thread. */
const SuiteCommand *suite_command_list(size_t *count);

int find_command(int argc, char **argv);
int select_command(int argc, char **argv);
int check_command(int argc, char **argv);

extern const struct argp FIND_PARSER;
extern const struct argp SELECT_PARSER;
extern const struct argp CHECK_PARSER;

#endif
