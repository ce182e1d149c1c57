#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cluster/cluster.h"

/* Short beside what is worked on between two messages, long beside a look for one. */
#define NAP_NS 200000

void cluster_await(Cluster *cluster, int rank, int tag, ClusterMessage *message) {
    const struct timespec nap = {.tv_nsec = NAP_NS};
    while (!cluster_receive(cluster, rank, tag, message))
        nanosleep(&nap, NULL);
}

/* Copies a message that has the right size; another one is of another build. */
static void take(Cluster *cluster, int rank, int tag, void *bytes, size_t size) {
    ClusterMessage message = {0};
    cluster_await(cluster, rank, tag, &message);
    if (message.size == size)
        memcpy(bytes, message.bytes, size);
    else
        memset(bytes, 0, size);
    cluster_message_free(&message);
}

void cluster_broadcast(Cluster *cluster, int tag, void *bytes, size_t size) {
    if (cluster_rank(cluster) > 0) {
        take(cluster, 0, tag, bytes, size);
        return;
    }
    for (int rank = 1; rank < cluster_size(cluster); rank++)
        cluster_send(cluster, rank, tag, bytes, size);
}

void cluster_gather(Cluster *cluster, int tag, const void *bytes, size_t size, void *all) {
    if (cluster_rank(cluster) > 0) {
        cluster_send(cluster, 0, tag, bytes, size);
        return;
    }
    memcpy(all, bytes, size);
    for (int rank = 1; rank < cluster_size(cluster); rank++)
        take(cluster, rank, tag, (char *)all + (size_t)rank * size, size);
}

bool cluster_decide(Cluster *cluster, int tag, bool decision) {
    cluster_broadcast(cluster, tag, &decision, sizeof decision);
    return decision;
}

int cluster_sharers(Cluster *cluster, int tag, uint64_t own, int *index, int *ranks) {
    const size_t size = (size_t)cluster_size(cluster);
    if (size == 1) { /* which needs no memory */
        *index = 0;
        return cluster_neighbours(cluster, ranks);
    }
    uint64_t *all = calloc(size, sizeof *all);
    int *neighbours = calloc(size, sizeof *neighbours);
    int count = 0;
    *index = 0;
    if (!all || !neighbours)
        cluster_abort(cluster, EXIT_FAILURE); /* the others would wait for ever */
    cluster_gather(cluster, tag, &own, sizeof own, all);
    cluster_broadcast(cluster, tag, all, size * sizeof *all);
    const int there = cluster_neighbours(cluster, neighbours);
    for (int i = 0; i < there; i++) {
        if (all[neighbours[i]] != own)
            continue;
        *index += neighbours[i] < cluster_rank(cluster);
        if (ranks)
            ranks[count] = neighbours[i];
        count++;
    }
    free(all);
    free(neighbours);
    return count;
}
