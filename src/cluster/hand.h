#pragma once

#include <pthread.h>

#include "cluster/cluster.h"

/* What rank 0 has dealt to another rank (cluster/dealer.h). Any thread. */
typedef struct Hand {
    Cluster *cluster;
    pthread_mutex_t lock; /* over what follows; who has it waits for a message, for all */
    ClusterMessage message;
    _Atomic bool is_over;
} Hand;

void hand_begin(Hand *hand, Cluster *cluster);

/* Waits for the next unit, of that size. False once no more is wanted. */
bool hand_take(Hand *hand, void *unit, size_t size);

/* Gives rank 0 the result of a unit. Without memory all ranks end. */
void hand_give(Hand *hand, const void *result, size_t size);

/* Whether no more is wanted, not even what is being worked on. `hand` is a Hand. */
bool hand_is_over(void *hand);

void hand_end(Hand *hand);
