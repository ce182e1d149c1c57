#pragma once

#include "cluster/cluster.h"

/* Work in units that rank 0 deals to the other ranks (cluster/hand.h), a unit and what comes of it
 * being bytes of one size. */

/* Tags of messages; those of the program lie below. */
typedef enum DealerTag { DEALER_UNIT = 1000, DEALER_RESULT, DEALER_END } DealerTag;

/* Units for each thread of a rank: one to work on, one to go on with. */
#define DEALER_HELD 2

typedef struct Deal {
    Cluster *cluster;
    int most; /* units that a rank has at a time */
    size_t unit_size;
    size_t result_size;
    bool (*take)(void *context, void *unit); /* the next one; false while there is none */
    void (*accept)(void *context, const void *result);
    /* Whether to go on, while so many units are at others. */
    bool (*goes_on)(void *context, int out);
    void *context;
} Deal;

/* False, with why, where mpirun lets ranks outlive a lost one: nobody takes over its units. */
bool dealer_is_possible(Reason *error);

/* Deals units to the others in turn and accepts their results while goes_on() says so, all in the
 * calling thread. Without memory, or others, it does nothing. */
void dealer_deal(const Deal *deal);

/* Tells the others to stop: no more is wanted, not even the units they are working on. */
void dealer_end(Cluster *cluster);
