#pragma once

#include "base/reason.h"
#include "machine/machine.h"

/* Where topology.c has machines from: topology_hwloc.c, or topology_flat.c where there is no hwloc;
 * CMake builds one of them. Every PU is allowed, and there is no quota yet. On NULL error says why.
 * Any thread. */

/* This machine; the affinity mask is for where nothing else is known. */
Machine *topology_read_this_system(const int *affinity, int count, Reason *error);

/* `source` is as machine_load_from() takes it. */
Machine *topology_read_description(const char *source, Reason *error);
