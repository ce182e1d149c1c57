#ifndef QUORUM_TUNE_COMMANDS_H
#define QUORUM_TUNE_COMMANDS_H

#include <argp.h>
#include <stddef.h>

/* The commands of quorum-data. */

typedef struct DataCommand {
    const char *name;
    const char *summary; /* one line for --help */
    /* Gets its own name as argv[0] and returns the exit code of the program: EXIT_DONE, EXIT_FAULT
     * where data is damaged or cannot be written, EXIT_MISUSED. Main thread only. */
    int (*run)(int argc, char **argv);
    const struct argp *parser; /* its arguments */
} DataCommand;

/* All commands in the order to list them, *count of them. Any thread. */
const DataCommand *data_command_list(size_t *count);

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

#endif
