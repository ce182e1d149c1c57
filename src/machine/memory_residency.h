#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "machine/memory_pages.h"
#include "machine/node_set.h"

/* Where memory really lies, as the kernel tells it: the truth after all wishes. */

typedef struct MemoryResidency {
    bool pages_known; /* whether the kernel told page sizes */
    bool nodes_known; /* and nodes */
    bool estimated;   /* the range is a part of a mapping, see below */
    /* Bytes that exist. A page counts for a kind as it is, not as it was wished for: plain pages of
     * an advised block are PAGES_PLAIN. */
    size_t by_kind[PAGE_KINDS];
    size_t by_node[NODE_SET_CAPACITY];
} MemoryResidency;

/* Asks the kernel about a range of the process. Exact for whole mappings, as each MemoryBlock is.
 * Of a part of a mapping the kinds are those of all of it, an upper bound, and the nodes may lack
 * pages: of very many only some are asked about, and Linux 6.1 to 6.4 hide those that automatic
 * balancing watches. Takes time in proportion to the memory of the process, up to a second for a
 * hundred GiB of plain pages. False when the kernel tells neither sizes nor nodes. Any thread;
 * pages that come or go meanwhile may be missed. */
bool memory_residency_read(const void *start, size_t bytes, MemoryResidency *residency);

typedef struct MemoryRange {
    const void *start;
    size_t bytes;
} MemoryRange;

/* The same of several ranges, hardly slower than of one. False when of some the kernel tells
 * nothing, or without memory. */
bool memory_residency_read_all(const MemoryRange *ranges, int count, MemoryResidency *residencies);

/* Adds what is known of a part; what is unknown of a part is unknown of the sum. */
void memory_residency_add(MemoryResidency *sum, const MemoryResidency *part);

/* Sum over all nodes. */
size_t memory_residency_total(const MemoryResidency *residency);
