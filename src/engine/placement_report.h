#pragma once

#include <sys/types.h>

#include "engine/preparation.h"
#include "machine/memory_residency.h"

/* Where the threads and the memory of an engine really are, as the kernel tells it, beside what was
 * planned. */

typedef struct PlacedThread {
    pid_t task;             /* the kernel's number of the thread */
    bool is_planned;        /* it was to be bound */
    bool is_as_planned;     /* and may run on just the processors of the plan */
    int *processors;        /* that it may run on, OS indices, ascending */
    int processor_count;    /* 0 where the kernel does not tell */
    int processor;          /* that it ran on when asked, -1 where the kernel does not tell */
    int node;               /* and the node of that */
    int memory_node;        /* that its memory was wished on, -1 for wherever it is touched */
    MemoryResidency memory; /* worker and accumulators; the stack too, if it has a place */
} PlacedThread;

typedef struct PlacedBlock {
    int wished_node; /* -1 for several, or wherever it is touched */
    size_t bytes;
    MemoryResidency memory;
} PlacedBlock;

struct PlacementReport {
    PlanBinding binding; /* PLAN_UNBOUND without a plan */
    int thread_count;
    PlacedThread *threads;
    bool has_table;
    PlacedBlock table;
    int table_owners;    /* processes that have it in common */
    NodeSet table_nodes; /* that the table was to be spread over; none: wherever it is touched */
    int network_count;
    PlacedBlock *networks; /* one, or a copy a node */
    int history_count;
    PlacedBlock *histories; /* one a group that shares any */
    int64_t quota_milli;    /* of CPU time, see quota_read_milli() */
};
typedef struct PlacementReport PlacementReport;

/* Asks the kernel, and the threads of the pool, which must be parked.
 * Only `engine` calls it. NULL without memory. */
PlacementReport *placement_report_create(const Preparation *preparation);

/* NULL is allowed. */
void placement_report_destroy(PlacementReport *report);

/* Lines for people to read, without newlines: a summary, each thread, table, networks and shared
 * histories. */
typedef void PlacementLine(void *context, const char *line);
void placement_report_write(const PlacementReport *report, PlacementLine *tell, void *context);
