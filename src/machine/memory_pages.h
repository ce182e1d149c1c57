#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"
#include "machine/node_set.h"

/* The pages that the kernel has to give. Any thread. */

/* From the least to the largest. */
typedef enum PageKind {
    PAGES_PLAIN,       /* as small as the kernel makes them, 4 KiB on x86 */
    PAGES_TRANSPARENT, /* 2 MiB where the kernel finds them, plain pages otherwise */
    PAGES_HUGE,        /* 2 MiB, reserved by the administrator (hugetlb) */
    PAGES_GIGANTIC,    /* 1 GiB, reserved likewise */
    PAGE_KINDS
} PageKind;

#define HUGE_PAGE_BYTES     MEMORY_HUGE_PAGE
#define GIGANTIC_PAGE_BYTES ((size_t)1 << 30)

/* Bytes of a page; of the large one, where a kind has two. */
size_t memory_pages_size(PageKind kind);

/* The same of PAGES_PLAIN. */
size_t memory_pages_plain_size(void);

/* "plain", "transparent 2 MiB", "2 MiB" or "1 GiB". */
const char *memory_pages_name(PageKind kind);

/* Pages that an administrator has reserved. */
typedef struct PagePool {
    size_t total;
    size_t free;     /* nobody's yet, those included that are promised */
    size_t promised; /* to mappings that have not touched them; known of the whole machine only */
} PagePool;

#define WHOLE_MACHINE (-1)

/* Pages of PAGES_HUGE or PAGES_GIGANTIC on a node, or of the WHOLE_MACHINE; all zero where the
 * kernel has none of that size or no such node. */
PagePool memory_pages_pool(PageKind kind, int node);

/* Whether the kernel gives transparent huge pages to those who ask for them with madvise(), as far
 * as it says. */
bool memory_pages_transparent(void);

/* The nodes with memory; {0}, a single node, where the kernel knows no nodes. */
NodeSet memory_pages_nodes(void);
