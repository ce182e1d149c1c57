#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SMALL_PAGE ((size_t)4 << 10)
#define HUGE_PAGE  MEMORY_HUGE_PAGE

static size_t round_up(size_t bytes, size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

/* Of what is mapped for so many bytes: whole huge pages where there is one, so that no tail of
 * small pages comes into being one fault at a time. */
static size_t page_size(size_t bytes) {
    return bytes >= HUGE_PAGE ? HUGE_PAGE : SMALL_PAGE;
}

void *memory_map(size_t bytes) {
    const size_t alignment = page_size(bytes);
    const size_t size = round_up(bytes, alignment);
    if (size < bytes || size + alignment < size)
        return NULL;
    char *start = mmap(NULL, size + alignment, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    char *block = (char *)round_up((size_t)(uintptr_t)start, alignment);
    if (block > start)
        munmap(start, (size_t)(block - start));
    if (block + size < start + size + alignment)
        munmap(block + size, (size_t)(start + alignment - block));
    if (alignment == HUGE_PAGE)
        madvise(block, size, MADV_HUGEPAGE);
    return block;
}

void memory_unmap(void *block, size_t bytes) {
    if (block)
        munmap(block, round_up(bytes, page_size(bytes)));
}

void *memory_huge_page(void *room) {
    void *page = (void *)round_up((size_t)(uintptr_t)room, HUGE_PAGE);
    madvise(page, HUGE_PAGE, MADV_HUGEPAGE);
    return page;
}

void *memory_allocate(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, bytes);
}

void memory_free(void *block) {
    free(block);
}

bool memory_can_map(int file, size_t bytes) {
    void *address =
        file < 0 ? mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                 : mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    return address != MAP_FAILED && munmap(address, bytes) == 0;
}

/* Value of a `name: N kB` line of /proc/meminfo in bytes; false when there is none. */
static bool read_meminfo(const char *name, size_t *bytes) {
    FILE *file = fopen("/proc/meminfo", "re");
    if (!file)
        return false;
    char line[128];
    bool found = false;
    size_t length = strlen(name);
    while (!found && fgets(line, sizeof line, file)) {
        unsigned long long kib;
        found = strncmp(line, name, length) == 0 && sscanf(line + length, ": %llu", &kib) == 1;
        if (found)
            *bytes = (size_t)kib << 10;
    }
    fclose(file);
    return found;
}

size_t memory_available(void) {
    size_t available = SIZE_MAX;
    read_meminfo("MemAvailable", &available);
    return available;
}
