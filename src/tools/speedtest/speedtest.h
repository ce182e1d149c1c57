#pragma once

#include "base/reason.h"
#include "cli/command.h"
#include "tools/speedtest/options.h"

/* How fast the whole engine searches on the whole machine, in work like that of a game. */

/* Measures, and hands each line of the result, without newline, to write_line as it becomes known;
 * the last one says nodes per second. Options need not be complete. On false error (a line) says
 * why. Main thread only. */
bool speedtest_write(const SpeedtestOptions *options,
                     void (*write_line)(void *context, const char *line), void *context,
                     Reason *error);

extern const Command SPEEDTEST_COMMAND;
