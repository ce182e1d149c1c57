#include "machine/memory_residency.h"

#include <string.h>
#include <windows.h>

#include <psapi.h>

#define BATCH 512

/* Pages that are asked about, evenly spread over a larger range. */
#define MOST_PAGES ((size_t)1 << 16)

static bool count_batch(PSAPI_WORKING_SET_EX_INFORMATION *pages, size_t count, size_t weight,
                        MemoryResidency *residency) {
    if (!QueryWorkingSetEx(GetCurrentProcess(), pages, (DWORD)(count * sizeof *pages)))
        return false;
    for (size_t i = 0; i < count; i++) {
        const PSAPI_WORKING_SET_EX_BLOCK *page = &pages[i].VirtualAttributes;
        if (!page->Valid)
            continue;
        residency->by_kind[page->LargePage ? PAGES_HUGE : PAGES_PLAIN] += weight;
        residency->by_node[page->Node] += weight;
    }
    return true;
}

static bool read_range(const MemoryRange *range, MemoryResidency *residency) {
    const size_t page = memory_pages_size(PAGES_PLAIN);
    const size_t count = (range->bytes + page - 1) / page;
    const size_t stretch = (count + MOST_PAGES - 1) / MOST_PAGES;
    PSAPI_WORKING_SET_EX_INFORMATION pages[BATCH];
    bool known = true;
    residency->estimated = stretch > 1;
    for (size_t i = 0; known && i < count;) {
        size_t used = 0;
        for (; used < BATCH && i < count; i += stretch)
            pages[used++].VirtualAddress = (char *)(uintptr_t)range->start + i * page;
        known = count_batch(pages, used, stretch * page, residency);
    }
    residency->pages_known = residency->nodes_known = known;
    return known;
}

bool memory_residency_read_all(const MemoryRange *ranges, int count, MemoryResidency *residencies) {
    memset(residencies, 0, (size_t)count * sizeof *residencies);
    bool known = true;
    for (int i = 0; i < count; i++)
        known &= read_range(&ranges[i], &residencies[i]);
    return known;
}
