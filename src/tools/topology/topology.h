#pragma once

#include "cli/command.h"

/* A machine, and where threads would run on it. */
extern const Command TOPOLOGY_COMMAND;
