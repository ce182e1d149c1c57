#ifndef QUORUM_MACHINE_TOPOLOGY_HWLOC_H
#define QUORUM_MACHINE_TOPOLOGY_HWLOC_H

#include "machine/topology.h"

/* The part of topology.c that speaks to hwloc. Every PU is allowed, and there is no quota yet.
 * `source` is as machine_load_from() takes it, NULL for this system. On NULL error says why. */
Machine *machine_copy_from_hwloc(const char *source, char error[MACHINE_ERROR_SIZE]);

#endif
