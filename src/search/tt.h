#pragma once

#include <stddef.h>

#include "chess/move.h"
#include "machine/memory_block.h"
#include "search/score.h"

/* The transposition table: one for all workers, without locks. A cluster is a cache line of five
 * entries; each is a 64-bit data word and a 32-bit check that is the key mixed with the data, so
 * that a torn entry fails its check (after R. Hyatt and T. Mann, 2002). Functions are
 * grouped by who may call them. */
typedef struct TranspositionTable TranspositionTable;

typedef struct TableEntry {
    Move move; /* or MOVE_NONE; not proved legal here */
    Score score;
    Score evaluation; /* static, uncorrected; SCORE_NONE in check */
    int depth;
    Bound bound;
    bool pv; /* the position once stood on a principal variation */
} TableEntry;

/* An entry on its way from one table to another: key and data word. */
typedef struct TableRecord {
    uint64_t key;
    uint64_t data;
} TableRecord;

/* Memory for one table that several processes of a machine have in common; this one is number
 * `owner` of `owners`. */
typedef struct TableShare {
    MemoryShare memory;
    int owner;
    int owners;
} TableShare;

/* --- By one thread, while no search runs. --- */

/* An empty table of mib MiB, at least 1, on the pages and nodes of the wish; NULL wishes for
 * transparent pages where they are first touched. Its memory is not touched yet: a wish for
 * reserved pages takes tt_populate_part() of all parts before any other use. NULL without
 * memory. */
TranspositionTable *tt_create(size_t mib, const MemoryWish *wish);

/* Bytes of memory for one of `owners` times mib MiB. Pure. */
size_t tt_share_bytes(size_t mib, int owners);

/* A table in memory that processes share. Each adds mib MiB and populates them on the nodes of its
 * own wish; they then use it as threads of one process do. NULL where the memory cannot be had. */
TranspositionTable *tt_create_shared(size_t mib, const TableShare *share, const MemoryWish *wish);

/* An empty one of 64 KiB to fall back on when no other can be had: made beforehand and kept. It
 * needs no populating, and has no memory block. NULL without memory. */
TranspositionTable *tt_create_reserve(void);

void tt_destroy(TranspositionTable *table);

/* Empties the table at once, whatever its size: clusters written before count as empty, exactly as
 * if they had been zeroed. False, and nothing is forgotten, after 2^32 calls: the table must be
 * zeroed then. Every process that shares it calls this, and the first call empties it. */
bool tt_forget(TranspositionTable *table);

/* Makes it an empty table of mib MiB, at least 1, in the memory that it has. False, and nothing is
 * changed, where that is too small, or large enough that it is better given back, or shared, or
 * where tt_forget() would fail. */
bool tt_refit(TranspositionTable *table, size_t mib);

/* Ages what is stored. Every process that shares the table calls this once a search. */
void tt_new_search(TranspositionTable *table);

/* --- By several threads at once, each with another part, while no search runs. --- */

/* Brings part `part` of `parts` of a new table into being, empty. False without memory: the table
 * may then only be destroyed. */
bool tt_populate_part(TranspositionTable *table, int part, int parts);

/* Zeroes part `part` of `parts`. */
void tt_clear_part(TranspositionTable *table, int part, int parts);

/* --- Any thread, at any time. --- */

/* Size in MiB, 0 for a reserve. Of a shared one what this process has added. */
size_t tt_size(const TranspositionTable *table);

bool tt_is_shared(const TranspositionTable *table);

/* The memory it lies in; valid as long as the table. */
const MemoryBlock *tt_memory(const TranspositionTable *table);

/* tt_populate_part() gives up within milliseconds, as if there were no memory. */
void tt_abandon(TranspositionTable *table);

/* Permille of a sample of entries that the current search has written. */
int tt_fullness(const TranspositionTable *table);

/* Looks a position up; mate scores are made relative to a root that is `ply` plies up. */
bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TableEntry *entry);

/* Stores what a search found; where a more valuable entry for the position stands, its move alone.
 */
void tt_store(TranspositionTable *table, uint64_t key, int ply, const TableEntry *entry);

/* What tt_store() would store, for the table of another process. Pure. */
TableRecord tt_record(uint64_t key, int ply, const TableEntry *entry);

/* Stores it, unless what stands there is from a search as deep. */
void tt_import(TranspositionTable *table, const TableRecord *record);

/* Whether the entry proves on which side of `limit` the true score lies: at least limit, or below.
 */
static inline bool tt_settles(const TableEntry *entry, Score limit) {
    Bound useful = entry->score >= limit ? BOUND_LOWER : BOUND_UPPER;
    return (entry->bound & useful) != 0;
}

/* An estimate of a position's score, or the entry's score where that says more. */
static inline Score tt_refine(const TableEntry *entry, Score estimate) {
    if (score_is_decided(entry->score))
        return estimate;
    Bound useful = entry->score > estimate ? BOUND_LOWER : BOUND_UPPER;
    return entry->bound & useful ? entry->score : estimate;
}

/* Begins to load the cluster of a key. */
void tt_prefetch(const TranspositionTable *table, uint64_t key);
