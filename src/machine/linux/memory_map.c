#include "machine/memory_map.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <linux/mman.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Interleaved pages lie evenly enough when no node has an eighth more than another. */
#define EVEN_ENOUGH 8

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static size_t round_up(size_t bytes, size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

static unsigned shortfall_of(PageKind kind) {
    return kind == PAGES_GIGANTIC ? SHORTFALL_GIGANTIC_PAGES : SHORTFALL_HUGE_PAGES;
}

/* Why `pages` free pages do not lie where the wish wants them, 0 where they do. Pages promised to
 * others may be taken from any node, so that none of a node's are counted that might be meant. */
static unsigned pages_lacking(PageKind kind, size_t pages, const MemoryWish *wish) {
    size_t promised = memory_pages_pool(kind, WHOLE_MACHINE).promised;
    size_t nodes = wish->policy == NODES_PREFERRED ? 1 : (size_t)node_set_count(&wish->nodes);
    if (pages % nodes != 0 && pages / nodes < EVEN_ENOUGH)
        return SHORTFALL_UNEVEN;
    size_t share = round_up(pages, nodes) / nodes;
    int node = node_set_next(&wish->nodes, 0);
    for (size_t i = 0; i < nodes; i++, node = node_set_next(&wish->nodes, node + 1)) {
        if (memory_pages_pool(kind, node).free < share + promised)
            return shortfall_of(kind);
    }
    return 0;
}

/* Maps a block on pages that an administrator has reserved. Such a mapping has a file of its own
 * and never merges with its neighbours. */
static bool map_reserved(MemoryBlock *block, size_t bytes, PageKind kind) {
    size_t page = memory_pages_size(kind);
    bool fits = kind == PAGES_GIGANTIC ? bytes % page == 0 : bytes >= page;
    if (!fits || memory_pages_pool(kind, WHOLE_MACHINE).total == 0)
        return false;
    size_t size = round_up(bytes, page);
    int size_flag = kind == PAGES_GIGANTIC ? MAP_HUGE_1GB : MAP_HUGE_2MB;
    unsigned lacking = block->wish.policy == NODES_FIRST_TOUCH
                           ? 0
                           : pages_lacking(kind, size / page, &block->wish);
    void *address = MAP_FAILED;
    if (lacking == 0) {
        address = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | size_flag, -1, 0);
        lacking = shortfall_of(kind);
    }
    if (address == MAP_FAILED) {
        memory_map_note(block, lacking);
        return false;
    }
    block->address = address;
    block->bytes = size;
    block->pages = kind;
    return true;
}

static bool is_shared(const MemoryBlock *block) {
    return block->owners > 1;
}

/* Asks for transparent huge pages, or forbids them, as the wish says. */
static void advise_pages(MemoryBlock *block, void *start, size_t length) {
    if (block->wish.pages == PAGES_PLAIN) {
        madvise(start, length, MADV_NOHUGEPAGE);
    } else if (block->bytes >= HUGE_PAGE_BYTES) {
        const bool given = is_shared(block) || memory_pages_transparent();
        if (madvise(start, length, MADV_HUGEPAGE) != 0 || !given)
            memory_map_note(block, SHORTFALL_TRANSPARENT);
    }
}

/* Sets addresses aside for ordinary memory. The inaccessible pages around it keep it a mapping of
 * its own, of which the kernel reports apart from its neighbours. */
static bool set_aside(MemoryBlock *block, size_t bytes) {
    size_t guard = memory_pages_size(PAGES_PLAIN);
    bool large = bytes >= HUGE_PAGE_BYTES && block->wish.pages > PAGES_PLAIN;
    size_t alignment = large ? HUGE_PAGE_BYTES : guard;
    size_t size = round_up(bytes, alignment);
    size_t reach = size + alignment + 2 * guard;
    char *start = mmap(NULL, reach, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return false;
    char *address = (char *)round_up((size_t)(uintptr_t)start + guard, alignment);
    char *end = address + size + guard;
    if (address - guard > start)
        munmap(start, (size_t)(address - guard - start));
    if (end < start + reach)
        munmap(end, (size_t)(start + reach - end));
    block->address = address;
    block->bytes = size;
    block->pages = large ? PAGES_TRANSPARENT : PAGES_PLAIN;
    return true;
}

/* Maps ordinary memory at addresses that have been set aside, or gives these back. */
static bool open_up(MemoryBlock *block, bool mapped) {
    if (mapped) {
        advise_pages(block, block->address, block->bytes);
        return true;
    }
    memory_map_end(block);
    return false;
}

static bool map_anonymous(MemoryBlock *block, size_t bytes) {
    return set_aside(block, bytes) &&
           open_up(block, mprotect(block->address, block->bytes, PROT_READ | PROT_WRITE) == 0);
}

static bool map_file(MemoryBlock *block, int file, size_t bytes) {
    return set_aside(block, bytes) &&
           open_up(block, mmap(block->address, block->bytes, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED);
}

/* Without the wrapper of libnuma, which would be the only use of that library. The kernel reads one
 * bit less than it is told. */
static bool set_policy(void *start, size_t length, int mode, const NodeSet *nodes) {
    return syscall(SYS_mbind, start, length, mode, nodes->words, NODE_SET_CAPACITY + 1, 0) == 0;
}

/* Tells the kernel where the pages of a part of the block are to lie. */
static void apply_policy(MemoryBlock *block, void *start, size_t length) {
    const MemoryWish *wish = &block->wish;
    if (wish->policy == NODES_FIRST_TOUCH)
        return;
    NodeSet present = memory_pages_nodes();
    bool done;
    if (node_set_count(&present) == 1) /* one node needs no policy, which a sandbox may forbid */
        done = node_set_has(&wish->nodes, node_set_next(&present, 0));
    else if (wish->policy == NODES_PREFERRED)
        done = set_policy(start, length, MPOL_PREFERRED, &wish->nodes);
    else
        done = set_policy(start, length, MPOL_INTERLEAVE, &wish->nodes);
    if (!done)
        memory_map_note(block, SHORTFALL_NODES);
}

/* 0, or the error of the kernel. */
static int populate_range(void *start, size_t length) {
    int error;
    do
        error = madvise(start, length, MADV_POPULATE_WRITE) == 0 ? 0 : errno;
    while (error == EINTR || error == EAGAIN);
    return error;
}

/* For kernels before 5.14, and sandboxes that forbid to ask. */
static void touch_range(void *start, size_t length) {
    volatile char *byte = start;
    size_t page = memory_pages_size(PAGES_PLAIN);
    for (size_t i = 0; i < length; i += page)
        byte[i] = 0;
}

/* Ordinary memory in the place of a slice on huge pages. */
static bool replace_range(MemoryBlock *block, void *start, size_t length) {
    if (mmap(start, length, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        return false;
    memory_map_note(block, SHORTFALL_WITHHELD);
    advise_pages(block, start, length);
    apply_policy(block, start, length);
    return true;
}

/* Of memory that processes share the kernel makes huge pages when it is told to, whatever its
 * settings: from Linux 6.1 on. There has to be a page to make them of. */
static bool collapse_range(void *start, size_t length) {
    return populate_range(start, memory_pages_size(PAGES_PLAIN)) == 0 &&
           madvise(start, length, MADV_COLLAPSE) == 0;
}

bool memory_map_populate(MemoryBlock *block, void *start, size_t length) {
    if (is_shared(block) && block->pages == PAGES_TRANSPARENT) {
        if (collapse_range(start, length))
            return true;
        memory_map_note(block, SHORTFALL_TRANSPARENT);
    }
    int error = populate_range(start, length);
    if (error && block->pages >= PAGES_HUGE) {
        if (!replace_range(block, start, length))
            return false;
        error = populate_range(start, length);
    }
    if (error == EINVAL || error == EPERM || error == ENOSYS) {
        touch_range(start, length);
        error = 0;
    }
    return error == 0;
}

bool memory_map_make(MemoryBlock *block, size_t bytes) {
    const PageKind pages = block->wish.pages;
    bool mapped = pages == PAGES_GIGANTIC && map_reserved(block, bytes, PAGES_GIGANTIC);
    mapped = mapped || (pages >= PAGES_HUGE && map_reserved(block, bytes, PAGES_HUGE));
    mapped = mapped || map_anonymous(block, bytes);
    if (mapped)
        apply_policy(block, block->address, block->bytes);
    return mapped;
}

/* The wish is for what belongs to this process; who maps it last would else have its way in all. */
bool memory_map_make_shared(MemoryBlock *block, const MemoryShare *share) {
    const int file = memory_share_open(share);
    if (file < 0)
        return false;
    const bool mapped = map_file(block, file, share->bytes);
    close(file);
    if (mapped) {
        void *own;
        const size_t length = memory_block_slice(block, 0, 1, &own);
        apply_policy(block, own, length);
    }
    return mapped;
}

void memory_map_end(MemoryBlock *block) {
    size_t guard = block->pages >= PAGES_HUGE ? 0 : memory_pages_size(PAGES_PLAIN);
    munmap((char *)block->address - guard, block->bytes + 2 * guard);
    block->address = NULL;
    block->bytes = 0;
}
