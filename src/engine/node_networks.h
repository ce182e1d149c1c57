#pragma once

#include "machine/plan.h"
#include "nnue/packed_network.h"
#include "search/pool.h"

/* The network that each worker evaluates by: a copy on its own node, or the original where memory
 * has no place. By the engine's owner, while no search runs. Start from zeros. */

typedef struct NodeNetwork {
    int node;
    PackedNetwork *network;
} NodeNetwork;

typedef struct NodeNetworks {
    NodeNetwork *copies;
    int count;
    const PackedNetwork *by_worker[POOL_MAX_WORKERS];
} NodeNetworks;

/* Forgets the copies: the original is about to be replaced. */
void node_networks_clear(NodeNetworks *networks);

/* Makes those of the first `workers` of the plan (NULL: no copies) from the original, which stays
 * where it is. Where there is no memory for a copy, the original serves; false. */
bool node_networks_make(NodeNetworks *networks, const PackedNetwork *original, const Plan *plan,
                        int workers);
