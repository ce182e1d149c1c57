#pragma once

#include <stdatomic.h>

#include "machine/memory_block.h"
#include "nnue/features.h"
#include "nnue/kernel.h"
#include "nnue/network.h"
#include "nnue/network_view.h"

/* A network as it is used: in one block of memory, in the order the kernels read it. Constant once
 * made, but for the number of its owners; then any thread may read it. */
typedef struct PackedNetwork {
    _Atomic int owners;
    MemoryBlock memory; /* begins with this structure */
    int width;
    FeatureSets sets;
    int scale;
    uint64_t id; /* of its file */
    const Kernel *kernel;
    const int16_t *feature_weights; /* [sets][NETWORK_FEATURES][width] */
    const int16_t *feature_biases;  /* [width] */
    PackedHead heads[NETWORK_OUTPUT_BUCKETS];
} PackedNetwork;

/* Packs a network for a kernel that this processor can run. The caller is its owner, and still owns
 * `network`. NULL without memory. */
PackedNetwork *packed_network_create(const Network *network, const Kernel *kernel);

/* The same network in memory of its own, which the caller owns. The wish may not be for pages that
 * are reserved. NULL without memory. */
PackedNetwork *packed_network_copy(const PackedNetwork *network, const MemoryWish *wish);

/* One owner more; returns the network. Any thread. */
PackedNetwork *packed_network_share(PackedNetwork *network);

/* One owner less; the last one frees it. NULL is allowed. Any thread. */
void packed_network_release(PackedNetwork *network);

/* Centipawns for the side to move from the accumulators of both sides, within
 * NETWORK_SCORE_BOUND. `pieces` counts all, kings among them. */
int packed_network_score(const PackedNetwork *network, const int16_t *own, const int16_t *other,
                         int pieces);

/* The same for a position, from nothing: for single positions. Equals reference_evaluate(). */
int packed_network_evaluate(const PackedNetwork *network, const Position *position);

/* How it sees a position. Any thread. */
void packed_network_view(const PackedNetwork *network, const Position *position, NetworkView *view);
