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
    Outbox *outboxes;
    int workers;
    int capacity;     /* outboxes that there are */
    int64_t begun_us; /* when the search did, clock_now_us() */
    int64_t sent_us;  /* when the last messages were sent, likewise */
    _Atomic bool settled;
} Exchange;

void exchange_init(Exchange *exchange, Cluster *cluster);
void exchange_destroy(Exchange *exchange);

/* A search begins: what its workers offer goes to the others, and what comes goes into its table.
 * Returns an outbox for each worker; NULL without memory, and then nothing goes. */
Outbox *exchange_begin(Exchange *exchange, TranspositionTable *table, int workers,
                       uint64_t network);

/* The search ends: its table is left alone. */
void exchange_stop(Exchange *exchange);

/* Whether the search has gone on for so long that little depends on what comes within milliseconds,
 * or from near the leaves: less is exchanged, and more slowly, and the processor left to it. */
static inline bool exchange_is_settled(const Exchange *exchange) {
    return atomic_load_explicit(&exchange->settled, memory_order_relaxed);
}

/* Sends what has gathered to every rank that is not lost, if it is time. By one thread. */
void exchange_send(Exchange *exchange, const bool *lost);

/* Takes a message from another rank. */
void exchange_receive(Exchange *exchange, const ClusterMessage *message);
