#include "machine/memory_pages.h"

size_t memory_pages_size(PageKind kind) {
    switch (kind) {
    case PAGES_GIGANTIC:
        return GIGANTIC_PAGE_BYTES;
    case PAGES_HUGE:
    case PAGES_TRANSPARENT:
        return HUGE_PAGE_BYTES;
    default:
        return memory_pages_plain_size();
    }
}

const char *memory_pages_name(PageKind kind) {
    static const char *const NAMES[PAGE_KINDS] = {"plain", "transparent 2 MiB", "2 MiB", "1 GiB"};
    return NAMES[kind];
}
