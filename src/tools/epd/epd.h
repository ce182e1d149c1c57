#pragma once

#include "cli/arguments.h"

/* The command `quorum epd`: searches the positions of EPD files and counts the answers that are
 * right. See Command.run in commands.h. */
int epd_command(int argc, char **argv);

/* The arguments of the command. */
extern const ArgumentParser EPD_PARSER;
