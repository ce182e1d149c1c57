#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/memory_pages.h"
#include "machine/memory_share.h"
#include "machine/node_set.h"

/* Large blocks of zeroed memory on chosen pages and nodes. Nothing here is strict: what the kernel
 * refuses is replaced by the next best thing and remembered as a shortfall. What was really
 * obtained is told by machine/memory_residency.h. */

typedef enum MemoryPolicy {
    NODES_FIRST_TOUCH, /* each page on the node of the thread that first touches it */
    NODES_PREFERRED,   /* on the first node of the set */
    NODES_INTERLEAVED  /* page by page over the nodes of the set */
} MemoryPolicy;

typedef struct MemoryWish {
    PageKind pages; /* the largest to try. PAGES_PLAIN also forbids transparent huge pages. */
    MemoryPolicy policy;
    NodeSet nodes; /* empty: NODES_FIRST_TOUCH */
} MemoryWish;

/* What the kernel refused, as bits. */
typedef enum MemoryShortfall {
    SHORTFALL_GIGANTIC_PAGES = 1, /* 1 GiB pages are reserved, but too few are free there */
    SHORTFALL_HUGE_PAGES = 2,     /* the same of 2 MiB pages */
    SHORTFALL_TRANSPARENT = 4,    /* no transparent huge pages */
    SHORTFALL_WITHHELD = 8,       /* promised huge pages were not given at first touch */
    SHORTFALL_NODES = 16,         /* memory could not be put on the nodes of the wish */
    SHORTFALL_UNEVEN = 32,        /* reserved pages are too few to divide among the nodes */
    SHORTFALL_LAST = SHORTFALL_UNEVEN
} MemoryShortfall;

/* Read only, for all but the functions below. */
typedef struct MemoryBlock {
    void *address;  /* NULL: no block */
    size_t bytes;   /* whole pages, at least what was asked for */
    PageKind pages; /* as mapped; slices that memory_block_populate() had to replace have less */
    MemoryWish wish;
    int owner;  /* of a block that several processes have: which of how many this one is. */
    int owners; /* 1 for a block of its own */
    _Atomic unsigned shortfalls; /* bits of MemoryShortfall */
    _Atomic bool abandoned;
} MemoryBlock;

/* Reserves addresses for a block and says where its pages are to lie; they come into being in
 * memory_block_populate() or at first touch. Tries 1 GiB pages (for whole GiB only), then 2 MiB
 * pages, each only if enough of them are free on every node of the wish, then transparent ones,
 * then plain ones. A size nobody has set pages aside for is no shortfall. False, with address NULL,
 * when the address space does not allow it or bytes is 0. Any thread. */
bool memory_block_map(MemoryBlock *block, size_t bytes, const MemoryWish *wish);

/* The same of memory that `owners` processes share: what belongs to this one, which the wish is
 * for, is slice number `owner`, and it brings that into being alone. There are no reserved pages.
 */
bool memory_block_map_shared(MemoryBlock *block, const MemoryShare *share, int owner, int owners,
                             const MemoryWish *wish);

/* The part-th of `parts` slices of a block, in whole pages; together they make the block, or what
 * of it belongs to this process. Returns its length in bytes, 0 where there are more parts than
 * pages. Any thread. */
size_t memory_block_slice(const MemoryBlock *block, int part, int parts, void **start);

/* Brings the pages of one slice into being, on their nodes, and so clears it. For a block on
 * PAGES_HUGE or PAGES_GIGANTIC this comes before any other use: a page withheld by a cpuset or
 * control group would end the process at first touch, but is replaced here. To be called once for
 * each slice; different threads may do so at the same time. False without memory: the block may
 * then only be unmapped. */
bool memory_block_populate(MemoryBlock *block, int part, int parts);

/* The same until clock_now_us() reaches deadline_us: no step of some MiB begins after it, but for
 * the first of part 0. The rest comes into being at first touch; on PAGES_HUGE and PAGES_GIGANTIC
 * nothing is left. */
bool memory_block_populate_until(MemoryBlock *block, int part, int parts, int64_t deadline_us);

/* Whoever brings pages into being gives up within milliseconds, as if there were no memory. Any
 * thread. */
void memory_block_abandon(MemoryBlock *block);

/* Gives a block back; one without address is allowed. Nobody may be using it. */
void memory_block_unmap(MemoryBlock *block);

/* A sentence on one shortfall. Any thread. */
const char *memory_shortfall_text(MemoryShortfall shortfall);
