#pragma once

#include "base/reason.h"
#include "machine/machine.h"

/* Where topology.c has this machine from: topology_hwloc.c, or topology_flat.c where there is no
 * hwloc, of which CMake builds one; that has machine_load_from(), too. Every PU is allowed, and
 * there is no quota yet. The affinity mask is for where nothing else is known. On NULL error says
 * why. Any thread. */
Machine *topology_read_this_system(const int *affinity, int count, Reason *error);
