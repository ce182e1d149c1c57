#include "chess/perft_table.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"

/* Torn or overwritten entries are told by the check word: it is the hash XOR the count (R. Hyatt,
 * T. Mann, 2002). */
typedef struct PerftEntry {
    _Atomic uint64_t check;
    _Atomic uint64_t count; /* 0 for empty: subtrees without a leaf are not remembered */
} PerftEntry;

/* What one line of the cache holds. */
typedef struct PerftCluster {
    _Alignas(CACHE_LINE) PerftEntry entries[CACHE_LINE / sizeof(PerftEntry)];
} PerftCluster;

struct PerftTable {
    PerftCluster *clusters;
    size_t count;
    size_t bytes;
};

PerftTable *perft_table_create(size_t mib) {
    PerftTable *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    table->bytes = mib << 20;
    table->count = table->bytes / sizeof(PerftCluster);
    table->clusters = mib <= SIZE_MAX >> 21 ? memory_map(table->bytes) : NULL;
    if (!table->clusters) {
        free(table);
        return NULL;
    }
    return table;
}

void perft_table_destroy(PerftTable *table) {
    if (!table)
        return;
    memory_unmap(table->clusters, table->bytes);
    free(table);
}

typedef unsigned __int128 Wide;

PerftHash perft_hash(const PerftBoard *board, const PerftRules *rules, Color us, int depth) {
    /* The numbers are digits of pi: nothing up the sleeve. */
    uint64_t extra = (board->state << 8) + (uint64_t)depth * 2 + (uint64_t)us + rules->rooks;
    Wide sum = (Wide)(board->pawns + 0x243F6A8885A308D3ULL) *
               (board->by_color[WHITE] + 0x13198A2E03707344ULL);
    sum += (Wide)(board->knights + 0xA4093822299F31D0ULL) *
           (board->by_color[BLACK] + 0x082EFA98EC4E6C89ULL);
    sum +=
        (Wide)(board->diagonal + 0x452821E638D01377ULL) * (board->straight + 0xBE5466CF34E90C6CULL);
    sum += (Wide)(board->kings + 0xC0AC29B7C97C50DDULL) * (extra + 0x3F84D5B5B5470917ULL);
    uint64_t low = (uint64_t)sum;
    uint64_t high = (uint64_t)(sum >> 64);
    Wide mixed = (Wide)(low ^ 0x9216D5D98979FB1BULL) * (high | 1);
    return (PerftHash){.place = (uint64_t)mixed ^ (uint64_t)(mixed >> 64),
                       .check = low ^ (high << 32 | high >> 32)};
}

static PerftEntry *cluster_of(const PerftTable *table, PerftHash hash) {
    return table->clusters[(uint64_t)(((Wide)hash.place * table->count) >> 64)].entries;
}

void perft_table_prefetch(const PerftTable *table, PerftHash hash) {
    PREFETCH(cluster_of(table, hash));
}

bool perft_table_probe(const PerftTable *table, PerftHash hash, uint64_t *count) {
    PerftEntry *entries = cluster_of(table, hash);
    for (size_t i = 0; i < ARRAY_LENGTH(table->clusters->entries); i++) {
        uint64_t check = atomic_load_explicit(&entries[i].check, memory_order_relaxed);
        *count = atomic_load_explicit(&entries[i].count, memory_order_relaxed);
        if ((check ^ *count) == hash.check && *count != 0)
            return true;
    }
    return false;
}

void perft_table_store(const PerftTable *table, PerftHash hash, uint64_t count) {
    PerftEntry *entries = cluster_of(table, hash);
    PerftEntry *smallest = entries;
    uint64_t smallest_count = UINT64_MAX;
    for (size_t i = 0; i < ARRAY_LENGTH(table->clusters->entries); i++) {
        uint64_t other = atomic_load_explicit(&entries[i].count, memory_order_relaxed);
        if (other < smallest_count) {
            smallest_count = other;
            smallest = &entries[i];
        }
    }
    atomic_store_explicit(&smallest->check, hash.check ^ count, memory_order_relaxed);
    atomic_store_explicit(&smallest->count, count, memory_order_relaxed);
}
