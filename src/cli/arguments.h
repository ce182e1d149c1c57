#ifndef QUORUM_CLI_ARGUMENTS_H
#define QUORUM_CLI_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/* What the commands share to read their arguments. */

/* The option `--eval-file FILE` of the commands that search. */
#define NETWORK_OPTION_NAME "eval-file"
#define NETWORK_OPTION_HELP "Evaluate with the network in FILE (the program's own)"

/* Reads a whole word as a decimal number from minimum to maximum. On false *value is unchanged.
 * Any thread. */
bool argument_parse_integer(const char *text, int64_t minimum, int64_t maximum, int64_t *value);

/* The same inside an argp parser: a bad word ends the process with the message "NAME must be a
 * number from ... to ..." and COMMAND_MISUSED. */
int64_t argument_require_integer(const struct argp_state *state, const char *name, const char *text,
                                 int64_t minimum, int64_t maximum);

/* Runs argp with the command's full name ("quorum perft") in its messages and COMMAND_MISUSED as
 * the exit code of bad arguments. Main thread only. */
void arguments_parse(const struct argp *parser, const char *full_name, int argc, char **argv,
                     void *input);

#endif
