#include "machine/memory_block.h"

size_t memory_block_slice(const MemoryBlock *block, int part, int parts, void **start) {
    size_t page = memory_pages_size(block->pages);
    size_t pages = block->bytes / page;
    size_t count = (size_t)parts;
    size_t index = (size_t)part;
    size_t rest = pages % count;
    size_t first = pages / count * index + (index < rest ? index : rest);
    *start = (char *)block->address + first * page;
    return (pages / count + (index < rest)) * page;
}
