#pragma once

#include "engine/executor.h"
#include "engine/history_groups.h"
#include "engine/node_networks.h"
#include "search/partners.h"
#include "search/pool.h"

/* How often gives_up() is asked while somebody waits. */
#define PATIENCE_US 10000

/* What the next search wants, and what there is of it: threads, where they run, the network on each
 * node, histories and table. Nothing is made before preparation_make() is called, so that a wish
 * that is changed costs nothing. By the engine's owner, while no search runs. */
typedef struct Preparation {
    size_t hash_mib; /* wished */
    int threads;     /* wished; after preparation_make() those that there are */
    int missing;     /* threads that the system has not given; it is asked again each time */
    HistoryScope history_scope;
    const PackedNetwork *network;
    const SearchPartners *partners; /* who may share the table; NULL for nobody */

    Pool *pool;
    Executor executor;
    NodeNetworks networks;     /* of `network` */
    bool networks_are_current; /* they are made for this network, plan and pool */
    HistoryGroups histories;
    bool histories_are_current;  /* they are made for this scope, plan and pool */
    TranspositionTable *table;   /* NULL until made, or while its size is out of date */
    TranspositionTable *reserve; /* which is `table` where no other can be had */
    size_t table_wanted_mib;     /* the hash_mib that table was made for */
    NodeSet table_nodes;         /* and the nodes it was to be spread over */
    bool populate_table;         /* these five before the next search */
    bool zero_table;
    bool clear_groups;
    bool forget_table;
    bool forget_histories;
    _Atomic bool table_is_broken;      /* a worker found no memory for its part of the new table */
    _Atomic bool histories_are_broken; /* the same of its group's histories */
    bool (*gives_up)(void *context);   /* see engine_set_impatience() */
    void *gives_up_context;
    bool given_up;
    uint64_t zeroings; /* of tables, so far */
    uint64_t placements;
} Preparation;

/* Begins with a zeroed one: no threads yet. False without memory; it may be ended all the same. */
bool preparation_begin(Preparation *preparation);

/* Ends the threads and gives all memory back. */
void preparation_end(Preparation *preparation);

/* The network that workers evaluate by, which stays its owner's. Copies of the one before go. */
void preparation_set_network(Preparation *preparation, const PackedNetwork *network);

/* A change forgets histories. */
void preparation_set_history_scope(Preparation *preparation, HistoryScope scope);

/* Makes what is wished and not there yet; see engine_prepare(). */
bool preparation_make(Preparation *preparation);

/* MiB of ordinary memory that a table may take in place of the one that there is: most of what is
 * free, without what the threads take when they first search, those of ranks that ask at the same
 * time, too. */
size_t preparation_most_hash(const Preparation *preparation);

/* MiB of the table that there is. */
size_t preparation_hash(const Preparation *preparation);
