#pragma once

#include "cli/command.h"

/* Counts the move tree of a position, or checks a file of known counts. */
extern const Command PERFT_COMMAND;
