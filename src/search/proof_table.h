#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "chess/move.h"

/* The memory of a proof-number search: for positions, together with the number of attacking moves
 * left, how far it is proved or disproved that the attacker mates. Owned by one thread. */
typedef struct ProofTable ProofTable;

/* A proof number of this size stands for what is impossible. */
#define PROOF_INFINITE 0xFFFFFFu

/* How much is left to show, at least, from the view of the side to move (the phi and delta of
 * A. Nagai, 2002): phi that it reaches its aim, delta that it does not. The attacker's aim is to
 * mate in time, the defender's to last longer. One of them is 0 and the other PROOF_INFINITE where
 * the matter is settled. */
typedef struct ProofEntry {
    unsigned phi;
    unsigned delta;
    int moves; /* of the attacker that are left; where he mates, in how many */
    Move move; /* that reaches the aim or looks best, or MOVE_NONE */
} ProofEntry;

/* Whether the entry says that the attacker mates, or that he does not. attacking: he is to move. */
static inline bool proof_is_mate(const ProofEntry *entry, bool attacking) {
    return (attacking ? entry->phi : entry->delta) == 0;
}

static inline bool proof_is_refuted(const ProofEntry *entry, bool attacking) {
    return (attacking ? entry->delta : entry->phi) == 0;
}

/* An empty table of about so many bytes, at least one cluster. NULL without memory. */
ProofTable *proof_table_create(size_t bytes);
void proof_table_destroy(ProofTable *table);

/* Looks up what is known with so many moves left. What is settled for more or fewer moves counts
 * where it settles this, too. */
bool proof_table_probe(const ProofTable *table, uint64_t key, bool attacking, int moves,
                       ProofEntry *entry);

/* Stores what `nodes` have found; the entry that cost the least makes room. */
void proof_table_store(ProofTable *table, uint64_t key, bool attacking, const ProofEntry *entry,
                       uint64_t nodes);
