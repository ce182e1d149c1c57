#pragma once

#include <stddef.h>

#include "chess/perft_board.h"

/* Table of subtree counts, shared by any number of threads without locks. */
typedef struct PerftTable PerftTable;

/* mib: size in MiB, at least 1. NULL when the memory cannot be had. */
PerftTable *perft_table_create(size_t mib);
void perft_table_destroy(PerftTable *table);

/* 128 bits that stand for a board with its rules, the side to move and a depth: one half chooses
 * the place in the table, the other identifies the entry, so that no two subtrees are confused. */
typedef struct PerftHash {
    uint64_t place;
    uint64_t check;
} PerftHash;

/* A sum of products of pairs (NH of UMAC; J. Black, S. Halevi, H. Krawczyk, T. Krovetz, P. Rogaway,
 * 1999). Any thread, like all that follow. */
PerftHash perft_hash(const PerftBoard *board, const PerftRules *rules, Color us, int depth);

/* Fetches what a probe or a store will read. */
void perft_table_prefetch(const PerftTable *table, PerftHash hash);

/* On false *count is undefined. */
bool perft_table_probe(const PerftTable *table, PerftHash hash, uint64_t *count);

/* Remembers a count, in the place of the smallest of the few that could stand there. */
void perft_table_store(const PerftTable *table, PerftHash hash, uint64_t count);
