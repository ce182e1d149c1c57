#include "machine/memory_residency.h"

bool memory_residency_read(const void *start, size_t bytes, MemoryResidency *residency) {
    return memory_residency_read_all(&(MemoryRange){start, bytes}, 1, residency);
}

void memory_residency_add(MemoryResidency *sum, const MemoryResidency *part) {
    sum->pages_known &= part->pages_known;
    sum->nodes_known &= part->nodes_known;
    sum->estimated |= part->estimated;
    for (int kind = 0; kind < PAGE_KINDS; kind++)
        sum->by_kind[kind] += part->by_kind[kind];
    for (int node = 0; node < NODE_SET_CAPACITY; node++)
        sum->by_node[node] += part->by_node[node];
}

size_t memory_residency_total(const MemoryResidency *residency) {
    size_t total = 0;
    for (int node = 0; node < NODE_SET_CAPACITY; node++)
        total += residency->by_node[node];
    return total;
}
