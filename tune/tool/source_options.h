#ifndef QUORUM_TUNE_SOURCE_OPTIONS_H
#define QUORUM_TUNE_SOURCE_OPTIONS_H

#include <argp.h>

#include "tool/source.h"

/* The FILE arguments that all commands share, as a parser that is a child of the command's own: its
 * input is a Source, which it fills and checks; one that cannot be used ends the process with
 * EXIT_MISUSED. */
extern const struct argp SOURCE_OPTIONS;

/* The same as the only parser, for a command without options. */
void source_options_parse(Source *source, const char *doc, const char *name, int argc, char **argv);

#endif
