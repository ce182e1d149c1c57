#include "engine/node_networks.h"

#include <stdlib.h>

void node_networks_clear(NodeNetworks *networks) {
    for (int i = 0; i < networks->count; i++)
        packed_network_release(networks->copies[i].network);
    free(networks->copies);
    *networks = (NodeNetworks){0};
}

static PackedNetwork *copy_to(const PackedNetwork *original, int node) {
    MemoryWish wish = {.pages = PAGES_TRANSPARENT, .policy = NODES_PREFERRED};
    node_set_add(&wish.nodes, node);
    return packed_network_copy(original, &wish);
}

static const PackedNetwork *on_node(const NodeNetworks *networks, int node,
                                    const PackedNetwork *original) {
    for (int i = 0; i < networks->count; i++) {
        if (networks->copies[i].node == node)
            return networks->copies[i].network;
    }
    return original;
}

bool node_networks_make(NodeNetworks *networks, const PackedNetwork *original, const Plan *plan,
                        int workers) {
    node_networks_clear(networks);
    bool copied = plan && plan->places_memory;
    bool complete = true;
    if (copied) {
        networks->copies = calloc((size_t)plan->memory_node_count, sizeof *networks->copies);
        for (int i = 0; i < plan->memory_node_count && networks->copies; i++) {
            PackedNetwork *copy = copy_to(original, plan->memory_nodes[i]);
            if (copy)
                networks->copies[networks->count++] = (NodeNetwork){plan->memory_nodes[i], copy};
        }
        complete = networks->count == plan->memory_node_count;
    }
    for (int i = 0; i < workers; i++)
        networks->by_worker[i] =
            copied ? on_node(networks, plan->workers[i].memory_node, original) : original;
    return complete;
}
