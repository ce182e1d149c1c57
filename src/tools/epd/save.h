#pragma once

#include "cli/arguments.h"
#include "tools/epd/report.h"

/* Writes the outputs of a command that has made `count` of `wanted` runs. Returns what
 * report_save() does. */
int epd_save(const CommonArguments *outputs, const EpdReport *reports, int count, int wanted);
