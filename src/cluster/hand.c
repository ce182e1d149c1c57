#include "cluster/hand.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/dealer.h"

void hand_begin(Hand *hand, Cluster *cluster) {
    *hand = (Hand){.cluster = cluster};
    pthread_mutex_init(&hand->lock, NULL);
}

bool hand_take(Hand *hand, void *unit, size_t size) {
    ClusterMessage *message = &hand->message;
    pthread_mutex_lock(&hand->lock);
    if (!hand->is_over) {
        cluster_await(hand->cluster, 0, CLUSTER_ANY, message);
        hand->is_over = message->tag != DEALER_UNIT || message->size != size;
    }
    const bool taken = !hand->is_over;
    if (taken)
        memcpy(unit, message->bytes, size);
    pthread_mutex_unlock(&hand->lock);
    return taken;
}

void hand_give(Hand *hand, const void *result, size_t size) {
    if (!cluster_send(hand->cluster, 0, DEALER_RESULT, result, size))
        cluster_abort(hand->cluster, EXIT_FAILURE); /* it would be waited for */
}

bool hand_is_over(void *context) {
    Hand *hand = context;
    /* Where another thread has the lock, it is the one that hears the end. */
    if (!atomic_load(&hand->is_over) && pthread_mutex_trylock(&hand->lock) == 0) {
        if (cluster_receive(hand->cluster, 0, DEALER_END, &hand->message))
            hand->is_over = true;
        pthread_mutex_unlock(&hand->lock);
    }
    return atomic_load(&hand->is_over);
}

void hand_end(Hand *hand) {
    cluster_message_free(&hand->message);
    pthread_mutex_destroy(&hand->lock);
}
