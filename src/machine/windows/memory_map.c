#include "machine/memory_map.h"

#include <windows.h>

/* Whether the user may lock pages in memory, which large pages are. Asked for each block, of which
 * there are few. */
static bool may_have_large_pages(void) {
    HANDLE token;
    TOKEN_PRIVILEGES wanted = {.PrivilegeCount = 1,
                               .Privileges = {{.Attributes = SE_PRIVILEGE_ENABLED}}};
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, &token))
        return false;
    const bool granted =
        LookupPrivilegeValueA(NULL, "SeLockMemoryPrivilege", &wanted.Privileges[0].Luid) &&
        AdjustTokenPrivileges(token, FALSE, &wanted, 0, NULL, NULL) &&
        GetLastError() == ERROR_SUCCESS;
    CloseHandle(token);
    return granted;
}

/* On the node of the wish, if it is one; otherwise on those of the threads that touch it first. */
static void *allocate(MemoryBlock *block, size_t bytes, DWORD kind) {
    const DWORD how = MEM_RESERVE | MEM_COMMIT | kind;
    const int node = node_set_next(&block->wish.nodes, 0);
    const bool on_one =
        block->wish.policy == NODES_PREFERRED || node_set_count(&block->wish.nodes) == 1;
    if (on_one && block->wish.policy != NODES_FIRST_TOUCH)
        return VirtualAllocExNuma(GetCurrentProcess(), NULL, bytes, how, PAGE_READWRITE,
                                  (DWORD)node);
    return VirtualAlloc(NULL, bytes, how, PAGE_READWRITE);
}

bool memory_map_make(MemoryBlock *block, size_t bytes) {
    const size_t large = GetLargePageMinimum();
    block->pages = PAGES_HUGE;
    if (block->wish.pages >= PAGES_HUGE && large == HUGE_PAGE_BYTES && bytes >= large &&
        may_have_large_pages()) {
        block->bytes = (bytes + large - 1) / large * large;
        block->address = allocate(block, block->bytes, MEM_LARGE_PAGES);
        if (!block->address)
            memory_map_note(block, SHORTFALL_HUGE_PAGES);
    }
    if (!block->address) {
        const size_t page = memory_pages_size(PAGES_PLAIN);
        block->pages = PAGES_PLAIN;
        block->bytes = (bytes + page - 1) / page * page;
        block->address = allocate(block, block->bytes, 0);
    }
    if (!block->address)
        block->bytes = 0;
    else if (block->wish.policy == NODES_INTERLEAVED && node_set_count(&block->wish.nodes) > 1)
        memory_map_note(block, SHORTFALL_NODES);
    return block->address;
}

bool memory_map_make_shared(MemoryBlock *block, const MemoryShare *share) {
    (void)block, (void)share;
    return false;
}

/* It has been committed, so that there is memory for it. */
bool memory_map_populate(MemoryBlock *block, void *start, size_t length) {
    volatile char *byte = start;
    const size_t page = memory_pages_size(block->pages);
    for (size_t i = 0; i < length; i += page)
        byte[i] = 0;
    return true;
}

void memory_map_end(MemoryBlock *block) {
    VirtualFree(block->address, 0, MEM_RELEASE);
    block->address = NULL;
    block->bytes = 0;
}
