#pragma once

#include <argp.h>

#include "data/source.h"

/* The FILE arguments that all commands share, as a parser that is a child of the command's own: its
 * input is a Source, which it fills and checks; one that cannot be used ends the process with
 * COMMAND_MISUSED. */
extern const struct argp SOURCE_OPTIONS;

/* What reads them, for the parser of a command without options. */
error_t source_options_parse(int key, char *value, struct argp_state *state);
