#pragma once

#include <stddef.h>

#include "train/packed.h"

/* Any number of packed positions, in blocks that never move. One thread adds; then any may read. */

#define STORE_BLOCK_BITS 16
#define STORE_BLOCK      ((size_t)1 << STORE_BLOCK_BITS)

typedef struct PositionStore {
    size_t count;
    size_t block_count;
    PackedPosition **blocks;
    uint64_t fingerprint; /* hash of all positions in order */
} PositionStore;

/* An empty store is all zeros. False without memory. */
bool store_add(PositionStore *store, const PackedPosition *packed);

/* Leaves an empty store. */
void store_clear(PositionStore *store);

static inline const PackedPosition *store_at(const PositionStore *store, size_t index) {
    return &store->blocks[index >> STORE_BLOCK_BITS][index & (STORE_BLOCK - 1)];
}
