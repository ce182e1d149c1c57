#include "machine/memory_block.h"

#include <stdatomic.h>

#include "base/clock.h"
#include "base/integers.h"
#include "machine/memory_map.h"

/* Bytes between two looks at whether the block is still wanted. */
#define POPULATE_STEP ((size_t)2 << 20)

static void begin(MemoryBlock *block, const MemoryWish *wish) {
    *block = (MemoryBlock){.wish = *wish, .owners = 1};
    if (node_set_count(&wish->nodes) == 0)
        block->wish.policy = NODES_FIRST_TOUCH;
}

bool memory_block_map(MemoryBlock *block, size_t bytes, const MemoryWish *wish) {
    begin(block, wish);
    return bytes > 0 && bytes <= SIZE_MAX / 4 && memory_map_make(block, bytes);
}

bool memory_block_map_shared(MemoryBlock *block, const MemoryShare *share, int owner, int owners,
                             const MemoryWish *wish) {
    begin(block, wish);
    block->owner = owner;
    block->owners = owners;
    return share->bytes > 0 && share->bytes <= SIZE_MAX / 4 && memory_map_make_shared(block, share);
}

bool memory_block_populate(MemoryBlock *block, int part, int parts) {
    return memory_block_populate_until(block, part, parts, INT64_MAX);
}

bool memory_block_populate_until(MemoryBlock *block, int part, int parts, int64_t deadline_us) {
    void *start;
    size_t length = memory_block_slice(block, part, parts, &start);
    const size_t step = size_max(memory_pages_size(block->pages), POPULATE_STEP);
    for (size_t done = 0; done < length; done += step) {
        const bool is_first = part == 0 && done == 0;
        if (!is_first && block->pages < PAGES_HUGE && clock_now_us() >= deadline_us)
            return true;
        size_t left = length - done;
        if (atomic_load_explicit(&block->abandoned, memory_order_relaxed) ||
            !memory_map_populate(block, (char *)start + done, size_min(left, step)))
            return false;
    }
    return true;
}

void memory_block_abandon(MemoryBlock *block) {
    atomic_store_explicit(&block->abandoned, true, memory_order_relaxed);
}

void memory_block_unmap(MemoryBlock *block) {
    if (block->address)
        memory_map_end(block);
}

const char *memory_shortfall_text(MemoryShortfall shortfall) {
    switch (shortfall) {
    case SHORTFALL_GIGANTIC_PAGES:
        return "1 GiB pages are reserved, but not enough of them are free where they are wanted";
    case SHORTFALL_HUGE_PAGES:
        return "2 MiB pages are reserved, but not enough of them are free where they are wanted";
    case SHORTFALL_TRANSPARENT:
        return "the kernel gives no transparent huge pages";
    case SHORTFALL_WITHHELD:
        return "the kernel withheld huge pages that it had promised; smaller ones are in their "
               "place";
    case SHORTFALL_UNEVEN:
        return "reserved pages cannot be divided evenly among the nodes: so few of them must be a "
               "multiple of the nodes";
    default:
        return "the kernel does not place memory on the nodes wanted";
    }
}
