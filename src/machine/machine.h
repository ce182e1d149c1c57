#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"

/* What a machine consists of, copied out of hwloc (Broquedis and others, 2010), or of what Windows
 * tells, into plain arrays, so that a plan needs no library and can be made for a machine that is
 * not this one.
 *
 * A PU (processing unit) is what the system calls a processor: a core, or one of the hardware
 * threads of a core. OS indices are the system's numbers; they may have gaps. Logical indices count
 * from 0 in the order of the machine, as `lstopo -l` shows them. PUs that are offline or outside
 * the control group's cpuset are not in a Machine at all. */

typedef struct MachinePu {
    int os_index;
    int core;       /* logical index */
    int l3;         /* logical index of the level 3 cache, -1 without one */
    int package;    /* logical index, -1 if unknown */
    int node;       /* index into Machine.nodes of the memory it is at home with */
    int efficiency; /* kind of core: 0 is the fastest kind, larger ones save more power */
    bool adopted;   /* the memory of its own node may not be used: `node` is the nearest other */
    bool allowed;   /* in the process's affinity mask; always true for a machine not this one */
} MachinePu;

typedef struct MachineNode {
    int os_index;
    uint64_t memory_bytes; /* 0 if it has none, or none is known (Machine.memory_known) */
    int pu_count;          /* PUs of its own; 0 for a node of memory only */
    int adopted_count;     /* PUs of other nodes that it serves */
    int memory_node;       /* index of the nearest node with memory: itself where it has some */
} MachineNode;

typedef struct Machine {
    MachinePu *pus;     /* by core in the order of the machine, the PUs of a core side by side */
    int pu_count;       /* at least 1 */
    MachineNode *nodes; /* by OS index; those whose memory the process may use */
    int node_count;     /* at least 1 */
    int core_count;
    int l3_count;
    int package_count;
    int kind_count;    /* kinds of cores, at least 1 */
    bool memory_known; /* false: no node says how much memory it has; each counts as having some */
    bool is_this_system; /* false: loaded from elsewhere, so nothing can be bound to it */
    bool is_complete;    /* false: neither nodes nor cores are known; each PU is shown as a core of
                            one node */
    int64_t quota_milli; /* CPU time that the control group grants, in thousandths of a processor;
                            0 without a limit, and for a machine not this one */
} Machine;

/* Room for so many PUs and nodes, of which nothing is known yet. On NULL there is no memory for it,
 * and error says so. Any thread. */
Machine *machine_create(int pu_count, int node_count, Reason *error);

/* One node of cores of which nothing else is known: these processors, or one without a list. NULL
 * as above. Any thread. */
Machine *machine_create_flat(const int *os_indices, int count, Reason *error);

/* NULL is allowed. */
void machine_destroy(Machine *machine);

/* Index into machine->pus of an OS index, or -1. Any thread. */
int machine_find_pu(const Machine *machine, int os_index);

/* Cores that the process may use. Any thread. */
int machine_usable_cores(const Machine *machine);
