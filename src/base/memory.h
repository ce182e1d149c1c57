#pragma once

#include <stddef.h>

/* Large blocks straight from the kernel: zeroed, aligned to 2 MiB where they are that large, and
 * marked for transparent huge pages. Pages come into being at first touch, on the node of the
 * toucher. Returns NULL when the address space or memory limit does not allow it. Any thread. */
void *memory_map(size_t bytes);

/* Gives back a block of memory_map() of the same size; NULL is allowed. */
void memory_unmap(void *block, size_t bytes);

/* Bytes that the process can still take without driving the machine out of memory, as the kernel
 * sees it; limits of control groups are machine/quota's. Any thread. */
size_t memory_available(void);
