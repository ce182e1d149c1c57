#pragma once

#include "cli/arguments.h"
#include "tools/epd/report.h"

/* Writes the outputs of a command with so many runs. Returns what report_save() does. */
int epd_save(const CommonArguments *wanted, const EpdReport *reports, int count);
