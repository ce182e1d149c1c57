#pragma once

#include "cli/command.h"

/* How speed and search grow with threads and depend on where they run. */
extern const Command SCALE_COMMAND;
