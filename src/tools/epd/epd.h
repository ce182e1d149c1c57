#pragma once

#include "cli/command.h"

/* Searches the positions of EPD files and counts the answers that are right. */
extern const Command EPD_COMMAND;
