#include "chess/perft.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"
#include "chess/movegen.h"

/* Torn or overwritten entries are told by the check word: it is the key XOR the count (R. Hyatt,
 * T. Mann, 2002). */
typedef struct PerftEntry {
    _Atomic uint64_t check;
    _Atomic uint64_t count;
} PerftEntry;

struct PerftTable {
    PerftEntry *entries;
    size_t count;
    size_t bytes;
};

PerftTable *perft_table_create(size_t mib) {
    PerftTable *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    table->bytes = mib << 20;
    table->count = table->bytes / sizeof(PerftEntry);
    table->entries = mib <= SIZE_MAX >> 21 ? memory_map(table->bytes) : NULL;
    if (!table->entries) {
        free(table);
        return NULL;
    }
    return table;
}

void perft_table_destroy(PerftTable *table) {
    if (!table)
        return;
    memory_unmap(table->entries, table->bytes);
    free(table);
}

/* The key of a subtree: position and depth. */
static uint64_t subtree_key(const Position *position, int depth) {
    return position->key ^ (uint64_t)depth * 0x9E3779B97F4A7C15ULL;
}

static PerftEntry *table_entry(const PerftTable *table, uint64_t key) {
    return &table->entries[(uint64_t)(((unsigned __int128)key * table->count) >> 64)];
}

static bool table_probe(const PerftTable *table, uint64_t key, uint64_t *count) {
    PerftEntry *entry = table_entry(table, key);
    uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    *count = atomic_load_explicit(&entry->count, memory_order_relaxed);
    return (check ^ *count) == key && *count != 0;
}

static void table_store(const PerftTable *table, uint64_t key, uint64_t count) {
    PerftEntry *entry = table_entry(table, key);
    atomic_store_explicit(&entry->check, key ^ count, memory_order_relaxed);
    atomic_store_explicit(&entry->count, count, memory_order_relaxed);
}

/* depth >= 1. */
static uint64_t count_plain(const Position *position, int depth) {
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    MoveList list;
    list.count = 0;
    movegen_all(position, &list);
    uint64_t total = 0;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make_unkeyed(position, &next, list.moves[i]);
        total += count_plain(&next, depth - 1);
    }
    return total;
}

/* depth >= 1. */
static uint64_t count_hashed(const Position *position, int depth, PerftTable *table) {
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    uint64_t key = subtree_key(position, depth);
    uint64_t total;
    if (table_probe(table, key, &total))
        return total;
    MoveList list;
    list.count = 0;
    movegen_all(position, &list);
    total = 0;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, &next, list.moves[i]);
        total += count_hashed(&next, depth - 1, table);
    }
    table_store(table, key, total);
    return total;
}

uint64_t perft_count(const Position *position, int depth, PerftTable *table) {
    if (depth <= 0)
        return 1;
    return table ? count_hashed(position, depth, table) : count_plain(position, depth);
}
