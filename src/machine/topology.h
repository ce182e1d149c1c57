#pragma once

#include "base/reason.h"
#include "machine/machine.h"

/* Finds out what a machine consists of. */

/* The machine this runs on, restricted to what the process may use. Takes some milliseconds and
 * changes no binding. On NULL, which only exhausted memory or a broken system can cause, error says
 * why. Any thread. */
Machine *machine_load(Reason *error);

/* A machine described elsewhere: the name of an XML file of hwloc's (`lstopo machine.xml`), or a
 * synthetic description such as "package:2 l3:2 core:4 pu:2". On NULL error says why in one line.
 * Any thread. */
Machine *machine_load_from(const char *source, Reason *error);

/* What machine_load() is built on: topology_groups.c on Windows, elsewhere topology_hwloc.c, or
 * topology_flat.c where there is no hwloc. CMake builds one; each has machine_load_from(), too.
 * Every PU is allowed, and there is no quota yet. The affinity mask is for where nothing else is
 * known. On NULL error says why. */
Machine *topology_read_this_system(const int *affinity, int count, Reason *error);
