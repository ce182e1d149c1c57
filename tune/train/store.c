#include "train/store.h"

#include <stdlib.h>

#include "base/memory.h"
#include "train/hash.h"

#define BLOCK_BYTES (STORE_BLOCK * sizeof(PackedPosition))

static bool store_grow(PositionStore *store) {
    PackedPosition **blocks = reallocarray(store->blocks, store->block_count + 1, sizeof *blocks);
    if (!blocks)
        return false;
    store->blocks = blocks;
    PackedPosition *block = memory_map(BLOCK_BYTES);
    if (!block)
        return false;
    store->blocks[store->block_count++] = block;
    return true;
}

bool store_add(PositionStore *store, const PackedPosition *packed) {
    if (store->count == store->block_count * STORE_BLOCK && !store_grow(store))
        return false;
    store->blocks[store->count >> STORE_BLOCK_BITS][store->count & (STORE_BLOCK - 1)] = *packed;
    store->count++;
    store->fingerprint = hash_add_bytes(store->fingerprint, packed, sizeof *packed);
    return true;
}

void store_clear(PositionStore *store) {
    for (size_t i = 0; i < store->block_count; i++)
        memory_unmap(store->blocks[i], BLOCK_BYTES);
    free(store->blocks);
    *store = (PositionStore){0};
}
