#ifndef QUORUM_CLI_OPTIONS_H
#define QUORUM_CLI_OPTIONS_H

#include <argp.h>
#include <stdint.h>

/* What the command lines of the tuning programs share. Main thread only. */

/* Exit codes. */
#define EXIT_DONE    0
#define EXIT_FAULT   1 /* it ran, and found or met a fault */
#define EXIT_MISUSED 2 /* arguments or files cannot be used */

/* Reads a whole word as a decimal number from minimum to maximum; any other ends the process with
 * the message "NAME must be a number from ... to ..." and EXIT_MISUSED. */
int64_t options_require_integer(const struct argp_state *state, const char *name, const char *text,
                                int64_t minimum, int64_t maximum);

/* The same for a number with or without decimals. */
double options_require_number(const struct argp_state *state, const char *name, const char *text,
                              double minimum, double maximum);

/* Runs argp with the given name in its messages and EXIT_MISUSED for bad arguments. */
void options_parse(const struct argp *parser, const char *name, int argc, char **argv, void *input);

#endif
