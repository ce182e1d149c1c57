#include "search/tt.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/integers.h"
#include "base/memory.h"

#define CLUSTER_ENTRIES   5
#define GENERATIONS       32
#define FULLNESS_CLUSTERS 1000

/* So much memory is kept for a smaller table, in bytes. To get as much anew takes a long time for
 * who waits for `readyok`: a tenth of a second where a hypervisor has to find it first. */
#define KEPT_BYTES ((size_t)64 << 20)

/* Of a table that stands in for one that cannot be had. */
#define RESERVE_BYTES ((size_t)64 << 10)

/* Nobody waits longer than this for a new table of that size, if it may lie anywhere: the rest
 * comes while it is used. */
#define SMALL_TABLE_US 20000

typedef struct Cluster {
    _Alignas(CACHE_LINE) _Atomic uint64_t data[CLUSTER_ENTRIES];
    _Atomic uint32_t check[CLUSTER_ENTRIES];
    _Atomic uint32_t epoch; /* of the table when an entry was last put into an empty cluster */
} Cluster;

_Static_assert(sizeof(Cluster) == CACHE_LINE, "a cluster is one cache line");

/* What is old and what is forgotten. */
typedef struct TableAge {
    _Alignas(CACHE_LINE) _Atomic uint32_t epoch; /* clusters of another one are empty */
    _Atomic uint32_t generation;                 /* of what is stored, below GENERATIONS */
    /* How often whoever has counted last had emptied it, and begun a search. */
    _Atomic uint32_t emptied;
    _Atomic uint32_t searched;
} TableAge;

_Static_assert(sizeof(TableAge) == sizeof(Cluster), "it takes the place of a cluster");

struct TranspositionTable {
    Cluster *clusters; /* the memory's; those of a reserve lie behind this */
    size_t count;
    TableAge *age; /* at the beginning of shared memory */
    TableAge own_age;
    size_t bytes;
    MemoryBlock memory;
    int64_t populate_deadline_us; /* clock_now_us() */
    uint32_t emptied;             /* by this process */
    uint32_t searched;
};

/* Data word, from the low end: move 16, score 16, evaluation 16, depth 8, bound 2, pv 1,
 * generation 5. An entry that was never written is zero, and so has BOUND_NONE. */

static uint64_t pack(const TableEntry *entry, Score score, unsigned generation) {
    return (uint64_t)entry->move | (uint64_t)(uint16_t)score << 16 |
           (uint64_t)(uint16_t)entry->evaluation << 32 | (uint64_t)(uint8_t)entry->depth << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)entry->pv << 58 | (uint64_t)generation << 59;
}

static Move data_move(uint64_t data) {
    return (Move)data;
}

static int data_depth(uint64_t data) {
    return (uint8_t)(data >> 48);
}

static Bound data_bound(uint64_t data) {
    return (Bound)(data >> 56 & 3);
}

static unsigned data_generation(uint64_t data) {
    return (unsigned)(data >> 59);
}

static uint32_t check_word(uint64_t key, uint64_t data) {
    return (uint32_t)key ^ (uint32_t)data ^ (uint32_t)(data >> 32);
}

/* A score as it is seen so many plies further down; the table counts from the position itself. */
static Score score_below(Score score, int plies) {
    if (score >= SCORE_TABLEBASE_BOUND)
        return score + plies;
    return score <= -SCORE_TABLEBASE_BOUND ? score - plies : score;
}

static unsigned generation_of(const TranspositionTable *table) {
    return atomic_load_explicit(&table->age->generation, memory_order_relaxed);
}

static uint32_t epoch_of(const TranspositionTable *table) {
    return atomic_load_explicit(&table->age->epoch, memory_order_relaxed);
}

/* A table of mib MiB that has no memory yet. */
static TranspositionTable *create_head(size_t mib) {
    if (mib < 1 || mib > SIZE_MAX >> 21)
        return NULL;
    TranspositionTable *table = memory_allocate(_Alignof(TranspositionTable), sizeof *table);
    if (!table)
        return NULL;
    memset(table, 0, sizeof *table);
    table->age = &table->own_age;
    table->bytes = mib << 20;
    table->count = table->bytes / sizeof(Cluster);
    return table;
}

TranspositionTable *tt_create(size_t mib, const MemoryWish *wish) {
    TranspositionTable *table = create_head(mib);
    if (!table)
        return NULL;
    static const MemoryWish ORDINARY = {.pages = PAGES_TRANSPARENT};
    if (!memory_block_map(&table->memory, table->bytes, wish ? wish : &ORDINARY)) {
        memory_free(table);
        return NULL;
    }
    table->clusters = table->memory.address;
    const bool can_wait =
        table->bytes <= KEPT_BYTES && table->memory.wish.policy == NODES_FIRST_TOUCH;
    table->populate_deadline_us = can_wait ? clock_now_us() + SMALL_TABLE_US : INT64_MAX;
    return table;
}

size_t tt_share_bytes(size_t mib, int owners) {
    return mib > (SIZE_MAX >> 22) / (size_t)owners ? SIZE_MAX : (mib << 20) * (size_t)owners;
}

TranspositionTable *tt_create_shared(size_t mib, const TableShare *share, const MemoryWish *wish) {
    const size_t bytes = tt_share_bytes(mib, share->owners);
    TranspositionTable *table = bytes <= share->memory.bytes ? create_head(mib) : NULL;
    if (!table)
        return NULL;
    if (!memory_block_map_shared(&table->memory, &share->memory, share->owner, share->owners,
                                 wish)) {
        memory_free(table);
        return NULL;
    }
    table->age = table->memory.address;
    table->clusters = (Cluster *)table->memory.address + 1;
    table->count = bytes / sizeof(Cluster) - 1;
    table->populate_deadline_us = INT64_MAX;
    return table;
}

TranspositionTable *tt_create_reserve(void) {
    const size_t head = (sizeof(TranspositionTable) + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    char *memory = memory_allocate(CACHE_LINE, head + RESERVE_BYTES);
    if (!memory)
        return NULL;
    memset(memory, 0, head + RESERVE_BYTES);
    TranspositionTable *table = (TranspositionTable *)memory;
    table->age = &table->own_age;
    table->clusters = (Cluster *)(memory + head);
    table->bytes = RESERVE_BYTES;
    table->count = RESERVE_BYTES / sizeof(Cluster);
    return table;
}

void tt_destroy(TranspositionTable *table) {
    if (!table)
        return;
    memory_block_unmap(&table->memory);
    memory_free(table);
}

size_t tt_size(const TranspositionTable *table) {
    return table->bytes >> 20;
}

bool tt_is_shared(const TranspositionTable *table) {
    return table->age != &table->own_age;
}

const MemoryBlock *tt_memory(const TranspositionTable *table) {
    return &table->memory;
}

bool tt_populate_part(TranspositionTable *table, int part, int parts) {
    return memory_block_populate_until(&table->memory, part, parts, table->populate_deadline_us);
}

void tt_abandon(TranspositionTable *table) {
    memory_block_abandon(&table->memory);
}

void tt_clear_part(TranspositionTable *table, int part, int parts) {
    if (tt_is_shared(table)) {
        part += table->memory.owner * parts;
        parts *= table->memory.owners;
    }
    size_t first = table->count / (size_t)parts * (size_t)part;
    size_t last = part == parts - 1 ? table->count : first + table->count / (size_t)parts;
    memset(table->clusters + first, 0, (last - first) * sizeof(Cluster));
}

/* Counts what each process that has the table does once. Whether this one is the first: it has no
 * number in common with the one that counted last. Two that have come apart are both. */
static bool count_first(_Atomic uint32_t *last, uint32_t *own) {
    ++*own;
    return atomic_exchange(last, *own) != *own;
}

bool tt_forget(TranspositionTable *table) {
    if (epoch_of(table) == UINT32_MAX)
        return false;
    if (count_first(&table->age->emptied, &table->emptied))
        atomic_fetch_add(&table->age->epoch, 1);
    return true;
}

bool tt_refit(TranspositionTable *table, size_t mib) {
    if (mib > table->memory.bytes >> 20 || table->memory.bytes > KEPT_BYTES ||
        tt_is_shared(table) || !tt_forget(table))
        return false;
    table->bytes = mib << 20;
    table->count = table->bytes / sizeof(Cluster);
    return true;
}

void tt_new_search(TranspositionTable *table) {
    if (count_first(&table->age->searched, &table->searched))
        atomic_store(&table->age->generation, (generation_of(table) + 1) % GENERATIONS);
}

static bool is_of_epoch(const TranspositionTable *table, Cluster *cluster) {
    return atomic_load_explicit(&cluster->epoch, memory_order_relaxed) == epoch_of(table);
}

/* Makes a forgotten cluster usable. Two threads may do so at once: one of them may lose what it
 * stores, and a reader that sees the epoch before the zeros finds an entry that was to be
 * forgotten; neither is wrong about its position. */
static void empty_cluster(const TranspositionTable *table, Cluster *cluster) {
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        atomic_store_explicit(&cluster->data[i], 0, memory_order_relaxed);
        atomic_store_explicit(&cluster->check[i], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&cluster->epoch, epoch_of(table), memory_order_relaxed);
}

int tt_fullness(const TranspositionTable *table) {
    size_t sample = size_min(table->count, FULLNESS_CLUSTERS);
    size_t used = 0;
    for (size_t i = 0; i < sample; i++) {
        if (!is_of_epoch(table, &table->clusters[i]))
            continue;
        for (int j = 0; j < CLUSTER_ENTRIES; j++) {
            uint64_t data = atomic_load_explicit(&table->clusters[i].data[j], memory_order_relaxed);
            if (data_bound(data) != BOUND_NONE && data_generation(data) == generation_of(table))
                used++;
        }
    }
    return (int)(used * 1000 / (sample * CLUSTER_ENTRIES));
}

static Cluster *cluster_of(const TranspositionTable *table, uint64_t key) {
    return &table->clusters[(uint64_t)(((unsigned __int128)key * table->count) >> 64)];
}

void tt_prefetch(const TranspositionTable *table, uint64_t key) {
    PREFETCH(cluster_of(table, key));
}

ALWAYS_INLINE void unpack(uint64_t data, int ply, TableEntry *entry) {
    entry->move = data_move(data);
    entry->score = score_below((int16_t)(data >> 16), -ply);
    entry->evaluation = (int16_t)(data >> 32);
    entry->depth = data_depth(data);
    entry->bound = data_bound(data);
    entry->pv = data >> 58 & 1;
}

bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TableEntry *entry) {
    Cluster *cluster = cluster_of(table, key);
    if (!is_of_epoch(table, cluster))
        return false;
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        uint32_t check = atomic_load_explicit(&cluster->check[i], memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&cluster->data[i], memory_order_relaxed);
        if (check_word(key, data) != check || data_bound(data) == BOUND_NONE)
            continue;
        unpack(data, ply, entry);
        return true;
    }
    return false;
}

/* How much it would cost to lose an entry: depth, less for each search that has passed since. */
static int worth(unsigned generation, uint64_t data) {
    if (data_bound(data) == BOUND_NONE)
        return -1000;
    unsigned age = (generation - data_generation(data)) % GENERATIONS;
    return data_depth(data) - 8 * (int)age;
}

static void write_entry(Cluster *cluster, int slot, uint64_t key, uint64_t data) {
    atomic_store_explicit(&cluster->data[slot], data, memory_order_relaxed);
    atomic_store_explicit(&cluster->check[slot], check_word(key, data), memory_order_relaxed);
}

void tt_store(TranspositionTable *table, uint64_t key, int ply, const TableEntry *entry) {
    Cluster *cluster = cluster_of(table, key);
    if (UNLIKELY(!is_of_epoch(table, cluster)))
        empty_cluster(table, cluster);
    int slot = 0;
    uint64_t old = 0;
    int least = 0;
    bool same = false;
    const unsigned generation = generation_of(table);
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        uint32_t check = atomic_load_explicit(&cluster->check[i], memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&cluster->data[i], memory_order_relaxed);
        if (check_word(key, data) == check && data_bound(data) != BOUND_NONE) {
            slot = i;
            old = data;
            same = true;
            break;
        }
        int value = worth(generation, data);
        if (i == 0 || value < least) {
            slot = i;
            least = value;
        }
    }
    if (same && entry->bound != BOUND_EXACT && data_generation(old) == generation &&
        entry->depth + 4 + 2 * entry->pv <= data_depth(old)) {
        if (entry->move != MOVE_NONE)
            write_entry(cluster, slot, key, (old & ~(uint64_t)UINT16_MAX) | entry->move);
        return;
    }

    TableEntry kept = *entry;
    if (same && kept.move == MOVE_NONE)
        kept.move = data_move(old);
    write_entry(cluster, slot, key, pack(&kept, score_below(entry->score, ply), generation));
}

TableRecord tt_record(uint64_t key, int ply, const TableEntry *entry) {
    return (TableRecord){key, pack(entry, score_below(entry->score, ply), 0)};
}

void tt_import(TranspositionTable *table, const TableRecord *record) {
    TableEntry entry, known;
    unpack(record->data, 0, &entry);
    if (!tt_probe(table, record->key, 0, &known) || known.depth < entry.depth)
        tt_store(table, record->key, 0, &entry);
}
