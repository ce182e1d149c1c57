#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "cluster/cluster.h"
#include "search/outbox.h"

/* Entries of the table on their way from rank to rank. */

/* Of one message: some kilobytes. */
#define EXCHANGE_RECORDS 250

typedef struct Exchange {
    Cluster *cluster;
    pthread_mutex_t lock;      /* over what follows */
    TranspositionTable *table; /* NULL while no search runs */
    uint64_t network;          /* which evaluates here */
    uint64_t *names;           /* of each rank's table, see sharing_name() */
    bool *gone;                /* by rank: exchange_lose() has been told that it is lost */
    bool names_are_new;        /* these or who is gone, since the next was made */
    bool *wanted;              /* whether each rank is to be sent entries */
    _Atomic bool any_wanted;
    Outbox *outboxes;
    int workers;
    int capacity;        /* outboxes that there are */
    int first_depth;     /* EXCHANGE_DEPTH of the search */
    int64_t interval_us; /* EXCHANGE_INTERVAL of it */
    int64_t begun_us;    /* when the search did, clock_now_us() */
    int64_t sent_us;     /* when the last messages were sent, likewise */
    _Atomic bool settled;
} Exchange;

/* False without memory: it may only be destroyed. */
bool exchange_init(Exchange *exchange, Cluster *cluster);
void exchange_destroy(Exchange *exchange);

/* A search begins: what its workers offer goes to the others, and what comes goes into its table.
 * Ranks whose tables have the same name, which is not 0, have one table: they need nothing from
 * each other, and one of them takes what comes from elsewhere. All are told of a new name. Returns
 * an outbox for each worker; NULL without memory, and then nothing goes. */
Outbox *exchange_begin(Exchange *exchange, TranspositionTable *table, uint64_t name, int workers,
                       uint64_t network);

/* The search ends: its table is left alone. */
void exchange_stop(Exchange *exchange);

/* Whether the search has gone on for so long that it matters little whether entries come within
 * milliseconds, or come from near the leaves: less is then exchanged, and more slowly, to leave the
 * processor to the search. A search that sends to nobody is settled from the start. */
static inline bool exchange_is_settled(const Exchange *exchange) {
    return atomic_load_explicit(&exchange->settled, memory_order_relaxed);
}

/* Whether any rank is to be sent entries; such ranks send theirs, too. */
static inline bool exchange_is_wanted(const Exchange *exchange) {
    return atomic_load_explicit(&exchange->any_wanted, memory_order_relaxed);
}

/* Sends what has gathered, if it is time. By one thread. */
void exchange_send(Exchange *exchange);

/* A rank is lost: it is sent nothing, and another one of its table takes what comes. */
void exchange_lose(Exchange *exchange, int rank);

/* Another rank has told of its table's name. */
void exchange_receive_name(Exchange *exchange, const ClusterMessage *message);

/* Takes a message from another rank. */
void exchange_receive(Exchange *exchange, const ClusterMessage *message);
