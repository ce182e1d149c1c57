#pragma once

#include <stdatomic.h>

#include "machine/memory_block.h"

/* What machine/memory_block asks of the system. Any thread. */

/* Reserves addresses for a block of that wish, which has no more yet, on the best pages that can be
 * had, and says where they are to lie. False when the address space does not allow it. */
bool memory_map_make(MemoryBlock *block, size_t bytes);

/* The same of memory that processes share. False also when it cannot be had. */
bool memory_map_make_shared(MemoryBlock *block, const MemoryShare *share);

/* Brings the pages of a part of the block into being; false without memory. */
bool memory_map_populate(MemoryBlock *block, void *start, size_t length);

/* Gives the addresses back: the block has none any more. */
void memory_map_end(MemoryBlock *block);

/* Remembers what was refused. */
static inline void memory_map_note(MemoryBlock *block, MemoryShortfall shortfall) {
    atomic_fetch_or_explicit(&block->shortfalls, (unsigned)shortfall, memory_order_relaxed);
}
