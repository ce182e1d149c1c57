#include "cluster/cluster.h"

#include <stdlib.h>

/* One rank, which has nobody to send to. */
struct Cluster {
    char nothing;
};

bool cluster_available(void) {
    return false;
}

Cluster *cluster_begin(Reason *reason) {
    Cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster)
        reason_set(reason, "not enough memory");
    return cluster;
}

int cluster_rank(const Cluster *cluster) {
    (void)cluster;
    return 0;
}

int cluster_size(const Cluster *cluster) {
    (void)cluster;
    return 1;
}

int cluster_neighbours(const Cluster *cluster, int *ranks) {
    (void)cluster;
    if (ranks)
        ranks[0] = 0;
    return 1;
}

void cluster_outlive(Cluster *cluster) {
    (void)cluster;
}

bool cluster_send(Cluster *cluster, int rank, int tag, const void *bytes, size_t size) {
    (void)cluster, (void)rank, (void)tag, (void)bytes, (void)size;
    return true;
}

int cluster_unsent(Cluster *cluster, int rank) {
    (void)cluster, (void)rank;
    return 0;
}

bool cluster_receive(Cluster *cluster, int rank, int tag, ClusterMessage *message) {
    (void)cluster, (void)rank, (void)tag, (void)message;
    return false;
}

void cluster_message_free(ClusterMessage *message) {
    (void)message;
}

void cluster_end(Cluster *cluster) {
    free(cluster);
}

void cluster_abort(Cluster *cluster, int code) {
    (void)cluster;
    exit(code);
}
