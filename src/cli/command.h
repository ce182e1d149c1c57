#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/arguments.h"

/* What a program of the command line is, and `PROGRAM NAME ...` where it has commands. Main thread
 * only. */

/* What a command returns, and the process with it. */
enum {
    COMMAND_OK = 0,
    COMMAND_FAILED = 1, /* it ran, and what it examined is wrong, or it came to no end */
    COMMAND_MISUSED = 2 /* bad arguments or files, or lost output; a message is on stderr */
};

typedef struct Command {
    const char *name;
    const char *summary; /* for --help: at most 64 characters, so that a line holds it */
    /* Runs to the end, after chess_init(), and returns the exit code. argv[0] is the command's own
     * name, argv[argc] is NULL. Writes to stdout and stderr. `--help` prints and leaves the process
     * with code 0, bad arguments with COMMAND_MISUSED. Whether stdout has taken all is found out
     * when the process ends. Main thread only. */
    int (*run)(int argc, char **argv);
    /* Its arguments: what run() reads them by, and what manual and completion are made from. */
    const ArgumentParser *parser;
} Command;

/* A program of which the first argument says what it does. */
typedef struct CommandProgram {
    const char *name;
    const char *doc; /* for --help, as argp wants it */
    const Command *const *commands;
    size_t count;
    /* What it does without a command, with the words that there are; NULL: it needs one. */
    int (*without)(int count, char **words);
    bool (*accepts)(const char *word); /* whether these words may begin so; NULL: never */
} CommandProgram;

/* All of main() but what goes before: runs the command that the arguments name, or says which there
 * are. Returns the exit code. */
int command_main(const CommandProgram *program, int argc, char **argv);

/* Says on stderr, in a line that begins with the name ("quorum perft"), why it cannot be done.
 * Returns COMMAND_MISUSED. */
int command_misused(const char *name, const char *why);

/* argp_parse(), which reports everything else itself, but for want of memory: then it ends the
 * process with COMMAND_MISUSED. */
void command_read_arguments(const struct argp *parser, int argc, char **argv, unsigned flags,
                            void *input);

/* Begins a program: `--version` prints that of Quorum, and the process ends with COMMAND_MISUSED
 * and a message that begins with `name`, however it was about to end, when what it has printed on
 * stdout has not all arrived. command_main() has done it. */
void command_begin(const char *name);
