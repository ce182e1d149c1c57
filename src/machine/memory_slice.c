#include "base/integers.h"
#include "machine/memory_block.h"

/* Narrows pages `*first` and the `*count` from there on to the index-th of so many slices. */
static void narrow(size_t *first, size_t *count, int index, int slices) {
    const size_t part = (size_t)index;
    const size_t least = *count / (size_t)slices;
    const size_t rest = *count % (size_t)slices;
    *first += least * part + size_min(part, rest);
    *count = least + (part < rest);
}

size_t memory_block_slice(const MemoryBlock *block, int part, int parts, void **start) {
    const size_t page = memory_pages_size(block->pages);
    size_t first = 0, count = block->bytes / page;
    narrow(&first, &count, block->owner, block->owners);
    narrow(&first, &count, part, parts);
    *start = (char *)block->address + first * page;
    return count * page;
}
