#include "tools/perft/mpi.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cluster/dealer.h"
#include "cluster/hand.h"
#include "tools/perft/parallel.h"
#include "tools/perft/units.h"

/* Units for each thread of all ranks, so that none idles while the last ones finish. */
#define UNITS_PER_THREAD 32

typedef struct UnitMessage {
    PerftUnit unit;
    int depth;
} UnitMessage;

/* Rank 0. The main thread alone talks to the others; a second one counts. */
typedef struct Master {
    Cluster *cluster;
    PerftUnits units;
    int ranks;
    int threads;
    PerftTable *table;
    pthread_mutex_t lock; /* over what follows */
    size_t next;          /* units from here on have not been given to anybody */
    uint64_t leaves;
} Master;

static uint64_t count_unit(const PerftUnit *unit, int depth, int threads, PerftTable *table) {
    if (depth == 0)
        return unit->times;
    MoveList moves;
    uint64_t counts[MAX_MOVES];
    return unit->times *
           perft_parallel_divide(&unit->position, depth, threads, table, &moves, counts);
}

/* A unit that nobody has yet, NULL when all are given away. Any thread. */
static const PerftUnit *take_unit(Master *master) {
    pthread_mutex_lock(&master->lock);
    const PerftUnit *unit =
        master->next < master->units.count ? &master->units.units[master->next++] : NULL;
    pthread_mutex_unlock(&master->lock);
    return unit;
}

/* Any thread. */
static void add_leaves(Master *master, uint64_t leaves) {
    pthread_mutex_lock(&master->lock);
    master->leaves += leaves;
    pthread_mutex_unlock(&master->lock);
}

/* What rank 0 counts itself. */
static void *count_own_share(void *argument) {
    Master *master = argument;
    for (const PerftUnit *unit; (unit = take_unit(master));)
        add_leaves(master, count_unit(unit, master->units.depth, master->threads, master->table));
    return NULL;
}

/* A message need not be aligned as a position has to be. */
static bool deal_unit(void *context, void *message) {
    Master *master = context;
    const PerftUnit *unit = take_unit(master);
    if (!unit)
        return false;
    const UnitMessage dealt = {*unit, master->units.depth};
    memcpy(message, &dealt, sizeof dealt);
    return true;
}

static void accept_leaves(void *context, const void *result) {
    uint64_t leaves;
    memcpy(&leaves, result, sizeof leaves);
    add_leaves(context, leaves);
}

static bool awaits_answers(void *context, int out) {
    (void)context;
    return out > 0;
}

/* Deals units until the other ranks have answered all that they were given. */
static void lead_ranks(Master *master) {
    dealer_deal(&(Deal){.cluster = master->cluster,
                        .most = DEALER_HELD,
                        .unit_size = sizeof(UnitMessage),
                        .result_size = sizeof(uint64_t),
                        .take = deal_unit,
                        .accept = accept_leaves,
                        .goes_on = awaits_answers,
                        .context = master});
    dealer_end(master->cluster);
}

/* Counts with all ranks; false without memory or thread. */
static bool run_master(Master *master, const Position *position, int depth) {
    size_t wanted = (size_t)master->ranks * (size_t)master->threads * UNITS_PER_THREAD;
    pthread_t counter;
    if (!perft_units_create(&master->units, position, depth, wanted, master->table))
        return false;
    pthread_mutex_init(&master->lock, NULL);
    bool counting = pthread_create(&counter, NULL, count_own_share, master) == 0;
    if (counting) {
        lead_ranks(master);
        pthread_join(counter, NULL);
    }
    pthread_mutex_destroy(&master->lock);
    perft_units_destroy(&master->units);
    return counting;
}

static void run_counter(Cluster *cluster, int threads, PerftTable *table) {
    Hand hand;
    UnitMessage order;
    hand_begin(&hand, cluster);
    while (hand_take(&hand, &order, sizeof order)) {
        const uint64_t leaves = count_unit(&order.unit, order.depth, threads, table);
        hand_give(&hand, &leaves, sizeof leaves);
    }
    hand_end(&hand);
}

PerftMpiResult perft_mpi_count(Cluster *cluster, const Position *position, int depth, int threads,
                               PerftTable *table) {
    const int ranks = cluster_size(cluster);
    if (cluster_rank(cluster) > 0) {
        run_counter(cluster, threads, table);
        return (PerftMpiResult){0};
    }
    Master master = {.cluster = cluster, .ranks = ranks, .threads = threads, .table = table};
    if (!run_master(&master, position, depth)) {
        fprintf(stderr, "quorum perft: no memory or thread for --mpi\n");
        cluster_abort(cluster, COMMAND_FAILED);
    }
    return (PerftMpiResult){ranks, master.units.count, master.leaves};
}
