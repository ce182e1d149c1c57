#include "machine/memory_pages.h"

#include <windows.h>

size_t memory_pages_plain_size(void) {
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwPageSize;
}

/* Nothing is set apart: large pages are made of free memory when they are asked for. */
PagePool memory_pages_pool(PageKind kind, int node) {
    (void)kind;
    (void)node;
    return (PagePool){0};
}

bool memory_pages_transparent(void) {
    return false;
}

NodeSet memory_pages_nodes(void) {
    NodeSet nodes = {0};
    ULONG highest = 0;
    GetNumaHighestNodeNumber(&highest);
    for (ULONG node = 0; node <= highest; node++) {
        ULONGLONG bytes = 0;
        if (GetNumaAvailableMemoryNodeEx((USHORT)node, &bytes) && bytes > 0)
            node_set_add(&nodes, (int)node);
    }
    if (node_set_count(&nodes) == 0)
        node_set_add(&nodes, 0);
    return nodes;
}
