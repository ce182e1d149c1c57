#pragma once

#include "cli/arguments.h"
#include "tools/scale/report.h"

typedef struct ScaleArguments {
    CommonArguments common;
    GuestList guests;
    ScaleSettings settings;
} ScaleArguments;

/* The arguments of the command. */
extern const ArgumentParser SCALE_PARSER;

/* Reads the command line, with defaults for what is not given: threads from 1 to as many as there
 * are `cores`. Bad arguments end the process, see arguments.h. */
void scale_read_arguments(int argc, char **argv, int cores, ScaleArguments *arguments);

/* Frees what the settings hold. */
void scale_arguments_free(ScaleArguments *arguments);
