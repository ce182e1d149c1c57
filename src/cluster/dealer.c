#include "cluster/dealer.h"

#include <stdlib.h>
#include <time.h>

/* Between two looks for results; what they are of takes longer. */
#define NAP_NS 1000000

/* It is how Open MPI tells its ranks. */
bool dealer_is_possible(Reason *error) {
    return !getenv("OMPI_MCA_orte_enable_recovery") ||
           reason_set(error,
                      "this goes without --enable-recovery of mpirun: nobody takes over what "
                      "a lost rank was to do");
}

/* Deals as many units as the others may have; returns how many these were. */
static int hand_out(const Deal *deal, int *held, void *unit) {
    int count = 0;
    for (int round = 0; round < deal->most; round++) {
        for (int rank = 1; rank < cluster_size(deal->cluster); rank++) {
            if (held[rank] > round)
                continue;
            if (!deal->take(deal->context, unit))
                return count;
            if (!cluster_send(deal->cluster, rank, DEALER_UNIT, unit, deal->unit_size))
                cluster_abort(deal->cluster, EXIT_FAILURE); /* nobody would do it */
            held[rank]++;
            count++;
        }
    }
    return count;
}

/* Accepts what has arrived; returns how many results these were. */
static int take_in(const Deal *deal, int *held, ClusterMessage *message) {
    int count = 0;
    while (cluster_receive(deal->cluster, CLUSTER_ANY, DEALER_RESULT, message) &&
           message->size == deal->result_size) {
        held[message->rank]--;
        deal->accept(deal->context, message->bytes);
        count++;
    }
    return count;
}

void dealer_deal(const Deal *deal) {
    const struct timespec nap = {.tv_nsec = NAP_NS};
    const int ranks = cluster_size(deal->cluster);
    ClusterMessage message = {0};
    int out = 0;
    int *held = calloc((size_t)ranks, sizeof *held);
    void *unit = malloc(deal->unit_size);
    while (ranks > 1 && held && unit) {
        out += hand_out(deal, held, unit);
        if (!deal->goes_on(deal->context, out))
            break;
        const int taken = take_in(deal, held, &message);
        out -= taken;
        if (taken == 0)
            nanosleep(&nap, NULL);
    }
    cluster_message_free(&message);
    free(unit);
    free(held);
}

void dealer_end(Cluster *cluster) {
    for (int rank = 1; rank < cluster_size(cluster); rank++)
        cluster_send(cluster, rank, DEALER_END, NULL, 0);
}
