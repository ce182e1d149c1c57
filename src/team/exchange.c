#include "team/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "search/tunables.h"
#include "team/tags.h"

/* Workers of all ranks whose entries a rank can take in from EXCHANGE_DEPTH on: a network of a
 * gigabit carries them. */
#define FEW_WORKERS 8

/* Two plies more halve their number. */
#define PLIES_TO_HALVE 2

/* A search is settled after so long, and exchanges entries from so many plies more. */
#define SETTLED_US    50000
#define SETTLED_PLIES 4

/* Records whose places in the table are being loaded. */
#define IMPORTS_AHEAD 12

/* No search is so deep. */
#define NEVER 1000

typedef struct EntriesMessage {
    uint64_t network;
    TableRecord records[EXCHANGE_RECORDS];
} EntriesMessage;

/* Whether a rank is the one of those that have its table to whom this one sends: each sender
 * another one. */
static bool is_receiver(const Exchange *exchange, int rank) {
    const int own = cluster_rank(exchange->cluster);
    const uint64_t name = exchange->names[rank];
    int count = 0, index = 0;
    if (rank == own || name == 0 || exchange->gone[rank])
        return rank != own && !exchange->gone[rank];
    for (int other = 0; other < cluster_size(exchange->cluster); other++) {
        const bool has_it = exchange->names[other] == name && !exchange->gone[other];
        index += other < rank && has_it;
        count += has_it;
    }
    return name != exchange->names[own] && index == own % count;
}

/* The caller holds the lock. */
static void choose_receivers(Exchange *exchange) {
    bool any = false;
    for (int rank = 0; rank < cluster_size(exchange->cluster); rank++) {
        exchange->wanted[rank] = is_receiver(exchange, rank);
        any |= exchange->wanted[rank];
    }
    exchange->names_are_new = false;
    atomic_store_explicit(&exchange->any_wanted, any, memory_order_relaxed);
}

bool exchange_init(Exchange *exchange, Cluster *cluster) {
    const size_t ranks = (size_t)cluster_size(cluster);
    *exchange = (Exchange){.cluster = cluster};
    pthread_mutex_init(&exchange->lock, NULL);
    exchange->names = calloc(ranks, sizeof *exchange->names);
    exchange->wanted = calloc(ranks, sizeof *exchange->wanted);
    exchange->gone = calloc(ranks, sizeof *exchange->gone);
    exchange->names_are_new = true;
    return exchange->names && exchange->wanted && exchange->gone;
}

void exchange_destroy(Exchange *exchange) {
    pthread_mutex_destroy(&exchange->lock);
    free(exchange->names);
    free(exchange->wanted);
    free(exchange->gone);
    memory_free(exchange->outboxes);
}

/* The least depth at which as much arrives as from a few workers. */
static int least_depth(const Exchange *exchange) {
    if (!exchange_is_wanted(exchange))
        return NEVER;
    int depth = exchange->first_depth + (exchange_is_settled(exchange) ? SETTLED_PLIES : 0);
    const int all = exchange->workers * cluster_size(exchange->cluster);
    for (int few = FEW_WORKERS; few < all; few *= 2)
        depth += PLIES_TO_HALVE;
    return depth;
}

/* Tells the workers what is worth sending now. */
static void ask_workers(Exchange *exchange) {
    const int depth = least_depth(exchange);
    for (int i = 0; i < exchange->workers; i++)
        atomic_store_explicit(&exchange->outboxes[i].least_depth, depth, memory_order_relaxed);
}

/* Makes as many outboxes as there are workers, empty. */
static bool make_outboxes(Exchange *exchange, int workers) {
    const size_t bytes = (size_t)workers * sizeof(Outbox);
    if (workers > exchange->capacity) {
        memory_free(exchange->outboxes);
        exchange->outboxes = memory_allocate(_Alignof(Outbox), bytes);
        exchange->capacity = exchange->outboxes ? workers : 0;
    }
    if (!exchange->outboxes)
        return false;
    memset(exchange->outboxes, 0, bytes);
    return true;
}

static void tell_name(Exchange *exchange, uint64_t name) {
    const int own = cluster_rank(exchange->cluster);
    if (exchange->names[own] == name)
        return;
    exchange->names[own] = name;
    exchange->names_are_new = true;
    for (int rank = 0; rank < cluster_size(exchange->cluster); rank++) {
        if (rank != own)
            cluster_send(exchange->cluster, rank, TAG_NAME, &name, sizeof name);
    }
}

void exchange_receive_name(Exchange *exchange, const ClusterMessage *message) {
    uint64_t name;
    if (message->size != sizeof name)
        return;
    memcpy(&name, message->bytes, sizeof name);
    pthread_mutex_lock(&exchange->lock);
    exchange->names[message->rank] = name;
    exchange->names_are_new = true;
    pthread_mutex_unlock(&exchange->lock);
}

void exchange_lose(Exchange *exchange, int rank) {
    pthread_mutex_lock(&exchange->lock);
    exchange->gone[rank] = true;
    exchange->names_are_new = true;
    pthread_mutex_unlock(&exchange->lock);
}

Outbox *exchange_begin(Exchange *exchange, TranspositionTable *table, uint64_t name, int workers,
                       uint64_t network) {
    pthread_mutex_lock(&exchange->lock);
    /* As this thread has them: see search/tunables.h. */
    exchange->first_depth = EXCHANGE_DEPTH;
    exchange->interval_us = (int64_t)EXCHANGE_INTERVAL * 1000;
    tell_name(exchange, name);
    const bool made = make_outboxes(exchange, workers);
    exchange->table = made ? table : NULL;
    exchange->workers = made ? workers : 0;
    exchange->network = network;
    exchange->begun_us = clock_now_us();
    if (exchange->names_are_new)
        choose_receivers(exchange);
    atomic_store_explicit(&exchange->settled, !exchange_is_wanted(exchange), memory_order_relaxed);
    ask_workers(exchange);
    pthread_mutex_unlock(&exchange->lock);
    return made ? exchange->outboxes : NULL;
}

void exchange_stop(Exchange *exchange) {
    pthread_mutex_lock(&exchange->lock);
    exchange->table = NULL;
    pthread_mutex_unlock(&exchange->lock);
}

/* Fills a message from the outboxes; returns how many records are in it. */
static int gather(Exchange *exchange, EntriesMessage *message) {
    int count = 0;
    message->network = exchange->network;
    for (int i = 0; i < exchange->workers && count < EXCHANGE_RECORDS; i++)
        count +=
            outbox_take(&exchange->outboxes[i], message->records + count, EXCHANGE_RECORDS - count);
    return count;
}

static void send_to_all(Exchange *exchange, const EntriesMessage *message, int count) {
    const size_t size = offsetof(EntriesMessage, records) + (size_t)count * sizeof(TableRecord);
    for (int rank = 0; rank < cluster_size(exchange->cluster); rank++) {
        if (exchange->wanted[rank] && cluster_unsent(exchange->cluster, rank) < TEAM_MOST_UNSENT)
            cluster_send(exchange->cluster, rank, TAG_ENTRIES, message, size);
    }
}

/* What has changed while the search runs. */
static void keep_up(Exchange *exchange, int64_t now) {
    const bool settles = !exchange_is_settled(exchange) && now - exchange->begun_us >= SETTLED_US;
    if (settles)
        atomic_store_explicit(&exchange->settled, true, memory_order_relaxed);
    if (exchange->names_are_new)
        choose_receivers(exchange);
    else if (!settles)
        return;
    ask_workers(exchange);
}

void exchange_send(Exchange *exchange) {
    EntriesMessage message;
    const int64_t now = clock_now_us();
    pthread_mutex_lock(&exchange->lock);
    if (exchange->table)
        keep_up(exchange, now);
    if (exchange->table && now - exchange->sent_us >= exchange->interval_us) {
        exchange->sent_us = now;
        int count;
        do {
            count = gather(exchange, &message);
            if (count > 0)
                send_to_all(exchange, &message, count);
        } while (count == EXCHANGE_RECORDS);
    }
    pthread_mutex_unlock(&exchange->lock);
}

/* Every record lies where nobody has looked for long: it is the loading that takes the time, so the
 * next ones are loaded meanwhile. */
static void import_all(TranspositionTable *table, const char *records, size_t count) {
    TableRecord record;
    for (size_t i = 0; i < count + IMPORTS_AHEAD; i++) {
        if (i < count) {
            memcpy(&record, records + i * sizeof record, sizeof record);
            tt_prefetch(table, record.key);
        }
        if (i >= IMPORTS_AHEAD) {
            memcpy(&record, records + (i - IMPORTS_AHEAD) * sizeof record, sizeof record);
            tt_import(table, &record);
        }
    }
}

void exchange_receive(Exchange *exchange, const ClusterMessage *message) {
    const size_t head = offsetof(EntriesMessage, records);
    uint64_t network;
    if (message->size < head)
        return;
    memcpy(&network, message->bytes, sizeof network);
    const size_t count = (message->size - head) / sizeof(TableRecord);
    pthread_mutex_lock(&exchange->lock);
    /* What another network has found would be wrong here. */
    if (exchange->table && network == exchange->network)
        import_all(exchange->table, message->bytes + head, count);
    pthread_mutex_unlock(&exchange->lock);
}
