#ifndef QUORUM_CLI_COMMAND_H
#define QUORUM_CLI_COMMAND_H

#include <argp.h>

/* What `quorum NAME ...` on the command line is. */

/* What a command returns, and the process with it. */
enum {
    COMMAND_OK = 0,
    COMMAND_FAILED = 1, /* it ran, and what it examined is wrong */
    COMMAND_MISUSED = 2 /* bad arguments or files; a message is on stderr */
};

typedef struct Command {
    const char *name;
    const char *summary; /* for --help: at most 64 characters, so that a line holds it */
    /* Runs to the end, after chess_init(), and returns the exit code. argv[0] is the command's own
     * name, argv[argc] is NULL. Writes to stdout and stderr. `--help` prints and leaves the process
     * with code 0, bad arguments with COMMAND_MISUSED. Whether stdout has taken all is for main()
     * to find out. Main thread only. */
    int (*run)(int argc, char **argv);
    /* Its arguments: what run() reads them by, and what manual and completion are made from. */
    const struct argp *parser;
} Command;

#endif
