#pragma once

#include <stddef.h>

#include "cli/command.h"

/* The table of commands: what `quorum NAME ...` on the command line can do. */

/* All commands in the order to list them, *count of them. Any thread. */
const Command *const *command_list(size_t *count);
