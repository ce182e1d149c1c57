#include "search/proof_table.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "base/random.h"

#define CLUSTER_ENTRIES 4

/* Low 48 bits of the key, and the move; the index is made of the high bits. */
#define MOVE_BITS 16

/* phi, delta, moves and effort, from the low end. */
#define NUMBER_BITS  24
#define MOVES_SHIFT  48
#define EFFORT_SHIFT 56

/* All entries of a position lie in one cluster, whatever the number of moves left. */
typedef struct StoredEntry {
    uint64_t key_and_move;
    uint64_t data; /* 0: empty, as phi and delta are never both 0 */
} StoredEntry;

typedef struct Cluster {
    _Alignas(CACHE_LINE) StoredEntry entries[CLUSTER_ENTRIES];
} Cluster;

struct ProofTable {
    size_t clusters;
    Cluster *memory;
};

ProofTable *proof_table_create(size_t bytes) {
    ProofTable *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    table->clusters = bytes / sizeof(Cluster) > 0 ? bytes / sizeof(Cluster) : 1;
    table->memory = memory_map(table->clusters * sizeof(Cluster));
    if (!table->memory) {
        free(table);
        return NULL;
    }
    return table;
}

void proof_table_destroy(ProofTable *table) {
    if (!table)
        return;
    memory_unmap(table->memory, table->clusters * sizeof(Cluster));
    free(table);
}

static Cluster *cluster_of(const ProofTable *table, uint64_t key) {
    return &table->memory[random_scale(key, table->clusters)];
}

static bool is_of(const StoredEntry *stored, uint64_t key) {
    return stored->data != 0 && (stored->key_and_move ^ key << MOVE_BITS) >> MOVE_BITS == 0;
}

static ProofEntry unpack(const StoredEntry *stored) {
    return (ProofEntry){.phi = (unsigned)(stored->data & PROOF_INFINITE),
                        .delta = (unsigned)(stored->data >> NUMBER_BITS & PROOF_INFINITE),
                        .moves = (int)(stored->data >> MOVES_SHIFT & 0xFF),
                        .move = (Move)stored->key_and_move};
}

static unsigned effort_of(const StoredEntry *stored) {
    return (unsigned)(stored->data >> EFFORT_SHIFT);
}

/* Grows by 4 when the nodes double. */
static unsigned effort_from(uint64_t nodes) {
    int bits = 63 - __builtin_clzll(nodes | 1);
    uint64_t fraction = bits >= 2 ? nodes >> (bits - 2) & 3 : 0;
    return (unsigned)(4 * bits) + (unsigned)fraction;
}

/* Whether what `entry` says settles the position with so many moves left, too. */
static bool settles(const ProofEntry *entry, bool attacking, int moves) {
    return (proof_is_mate(entry, attacking) && entry->moves <= moves) ||
           (proof_is_refuted(entry, attacking) && entry->moves >= moves);
}

bool proof_table_probe(const ProofTable *table, uint64_t key, bool attacking, int moves,
                       ProofEntry *entry) {
    const Cluster *cluster = cluster_of(table, key);
    bool found = false;
    bool mate = false; /* found, and how soon counts */
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        if (!is_of(&cluster->entries[i], key))
            continue;
        ProofEntry known = unpack(&cluster->entries[i]);
        bool settled = settles(&known, attacking, moves);
        if (settled && proof_is_refuted(&known, attacking)) {
            *entry = known;
            return true;
        }
        if (settled ? !mate || known.moves < entry->moves
                    : !mate && known.moves == moves && known.phi != 0 && known.delta != 0) {
            *entry = known;
            found = true;
            mate = settled;
        }
    }
    return found;
}

/* The entry of the cluster that gives way: one that the new entry makes superfluous, else the one
 * that cost the least. NULL where an entry of the cluster says as much as the new one. */
static StoredEntry *choose_victim(Cluster *cluster, uint64_t key, bool attacking,
                                  const ProofEntry *entry) {
    StoredEntry *victim = NULL;
    bool superfluous = false;
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        StoredEntry *stored = &cluster->entries[i];
        if (is_of(stored, key)) {
            ProofEntry known = unpack(stored);
            if (settles(&known, attacking, entry->moves))
                return known.moves == entry->moves ? stored : NULL;
            if (settles(entry, attacking, known.moves) || known.moves == entry->moves) {
                victim = stored;
                superfluous = true;
            }
        }
        if (!superfluous && (!victim || effort_of(stored) < effort_of(victim)))
            victim = stored;
    }
    return victim;
}

void proof_table_store(ProofTable *table, uint64_t key, bool attacking, const ProofEntry *entry,
                       uint64_t nodes) {
    StoredEntry *stored = choose_victim(cluster_of(table, key), key, attacking, entry);
    if (!stored)
        return;
    stored->key_and_move = key << MOVE_BITS | entry->move;
    stored->data = (uint64_t)entry->phi | (uint64_t)entry->delta << NUMBER_BITS |
                   (uint64_t)entry->moves << MOVES_SHIFT |
                   (uint64_t)effort_from(nodes) << EFFORT_SHIFT;
}
