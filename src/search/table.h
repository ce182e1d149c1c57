#ifndef QUORUM_SEARCH_TABLE_H
#define QUORUM_SEARCH_TABLE_H

#include <stddef.h>

#include "chess/move.h"
#include "search/score.h"

/* The transposition table: one for all workers, without locks. A cluster is a cache line of five
 * entries; each is a 64-bit data word and a 32-bit check that is the key mixed with the data, so
 * that a torn entry fails its check (after R. Hyatt and T. Mann, 2002). Probing and storing may be
 * done by any number of threads at once; the other calls by one thread while no search runs, except
 * table_clear_part(), made for several threads with different parts. */
typedef struct TranspositionTable TranspositionTable;

typedef struct TableEntry {
    Move move; /* or MOVE_NONE; not proved legal here */
    Score score;
    Score evaluation; /* static, uncorrected; SCORE_NONE in check */
    int depth;
    Bound bound;
    bool pv; /* the position once stood on a principal variation */
} TableEntry;

/* An empty table of mib MiB, at least 1; its memory is not touched yet. NULL without memory. */
TranspositionTable *table_create(size_t mib);
void table_destroy(TranspositionTable *table);

/* Size in MiB. */
size_t table_size(const TranspositionTable *table);

/* Zeroes part `part` of `parts`. */
void table_clear_part(TranspositionTable *table, int part, int parts);

/* What is stored is older from now on. */
void table_new_search(TranspositionTable *table);

/* Permille of a sample of entries that the current search has written. Any thread. */
int table_fullness(const TranspositionTable *table);

/* Looks a position up; mate scores are made relative to a root that is `ply` plies up. */
bool table_probe(const TranspositionTable *table, uint64_t key, int ply, TableEntry *entry);

/* Stores what a search found, unless a more valuable entry for the position stands. */
void table_store(TranspositionTable *table, uint64_t key, int ply, const TableEntry *entry);

/* Whether the entry proves on which side of `limit` the true score lies: at least limit, or below.
 */
static inline bool table_settles(const TableEntry *entry, Score limit) {
    Bound useful = entry->score >= limit ? BOUND_LOWER : BOUND_UPPER;
    return (entry->bound & useful) != 0;
}

/* An estimate of a position's score, or the entry's score where that says more. */
static inline Score table_refine(const TableEntry *entry, Score estimate) {
    if (score_is_mate(entry->score))
        return estimate;
    Bound useful = entry->score > estimate ? BOUND_LOWER : BOUND_UPPER;
    return entry->bound & useful ? entry->score : estimate;
}

/* Begins to load the cluster of a key. */
void table_prefetch(const TranspositionTable *table, uint64_t key);

#endif
