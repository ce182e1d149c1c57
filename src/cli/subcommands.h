#ifndef QUORUM_CLI_SUBCOMMANDS_H
#define QUORUM_CLI_SUBCOMMANDS_H

#include <argp.h>
#include <stddef.h>

/* Programs of which the first argument says what they do. */

typedef struct Subcommand {
    const char *name;
    const char *summary; /* one line for --help */
    /* Gets its own name as argv[0] and returns the exit code of the program: EXIT_DONE, EXIT_FAULT
     * or EXIT_MISUSED. Main thread only. */
    int (*run)(int argc, char **argv);
    const struct argp *parser; /* its arguments */
} Subcommand;

typedef struct SubcommandProgram {
    const char *name;
    const char *purpose; /* a sentence */
    const char *fault;   /* when the exit code is EXIT_FAULT, after "when" */
    const Subcommand *commands;
    size_t count;
} SubcommandProgram;

/* All of main(): runs the command that the arguments name, or says which there are. Returns the
 * exit code, EXIT_FAULT also when what was printed has not arrived. Main thread only. */
int subcommands_main(const SubcommandProgram *program, int argc, char **argv);

#endif
