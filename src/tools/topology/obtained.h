#pragma once

#include <jansson.h>
#include <stdio.h>

#include "tools/topology/report.h"

/* What the kernel reports of this process, and of the engine that was started in it, read back
 * rather than planned. Both are only for the machine that this is. */

void topology_print_obtained(const TopologyReport *report, FILE *file);

/* NULL without memory. */
json_t *topology_obtained_json(const TopologyReport *report);
