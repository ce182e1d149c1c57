#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Large blocks straight from the kernel: zeroed, whole pages of 2 MiB if that large, and
 * marked for transparent huge pages. Pages come into being at first touch, on the node of the
 * toucher. Returns NULL when the address space or memory limit does not allow it. Any thread. */
void *memory_map(size_t bytes);

/* Gives back a block of memory_map() of the same size; NULL is allowed. */
void memory_unmap(void *block, size_t bytes);

#define MEMORY_HUGE_PAGE ((size_t)2 << 20)
#define MEMORY_HUGE_ROOM (2 * MEMORY_HUGE_PAGE)

/* For a table of up to MEMORY_HUGE_PAGE bytes in static memory: where it is to begin in `room`,
 * which has MEMORY_HUGE_ROOM bytes, so that it lies on one transparent huge page where there are
 * such, and comes into being with one fault instead of hundreds. Before its first touch; any
 * thread. */
void *memory_huge_page(void *room);

/* Memory that begins at a multiple of `alignment`, a power of two that divides bytes; NULL without.
 * To be given back by memory_free(), and by nothing else. Any thread. */
void *memory_allocate(size_t alignment, size_t bytes);

/* NULL is allowed. */
void memory_free(void *block);

/* Whether the first `bytes` bytes of a file, or for -1 so much anonymous memory, can be mapped for
 * reading; errno says why not. Any thread. */
bool memory_can_map(int file, size_t bytes);

/* Bytes that the process can still take without driving the machine out of memory, as the kernel
 * sees it; limits of control groups are machine/quota's. Any thread. */
size_t memory_available(void);
