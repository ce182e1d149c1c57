#include "report/residency.h"

#include <stdio.h>

json_t *residency_pages_json(const size_t by_kind[PAGE_KINDS], bool known) {
    json_t *pages = known ? json_object() : json_null();
    for (int kind = 0; kind < PAGE_KINDS && known; kind++)
        json_object_set_new(pages, memory_pages_name((PageKind)kind),
                            json_integer((json_int_t)by_kind[kind]));
    return pages;
}

json_t *residency_nodes_json(const MemoryResidency *memory) {
    json_t *nodes = memory->nodes_known ? json_object() : json_null();
    for (int node = 0; node < NODE_SET_CAPACITY && memory->nodes_known; node++) {
        char name[16];
        snprintf(name, sizeof name, "%d", node);
        if (memory->by_node[node] > 0)
            json_object_set_new(nodes, name, json_integer((json_int_t)memory->by_node[node]));
    }
    return nodes;
}
