#pragma once

/* A cluster of ranks that are not there, in the place of the library's: what they are sent is kept.
 * And a team for it. To be included by one file of a program. */

#include <stdlib.h>
#include <string.h>

#include "base/condition.h"
#include "cluster/cluster.h"
#include "team/team_state.h"

#define RANKS 4

typedef struct Mail {
    int rank;
    int tag;
    size_t size;
    char bytes[2048];
} Mail;

static Mail mail[32];
static int mail_count;

int cluster_rank(const Cluster *cluster) {
    (void)cluster;
    return 0;
}

int cluster_size(const Cluster *cluster) {
    (void)cluster;
    return RANKS;
}

int cluster_neighbours(const Cluster *cluster, int *ranks) {
    (void)cluster, (void)ranks;
    return 0;
}

bool cluster_send(Cluster *cluster, int rank, int tag, const void *bytes, size_t size) {
    (void)cluster;
    if (mail_count == (int)(sizeof mail / sizeof mail[0]) || size > sizeof mail[0].bytes)
        abort();
    Mail *sent = &mail[mail_count++];
    *sent = (Mail){.rank = rank, .tag = tag, .size = size};
    if (size > 0)
        memcpy(sent->bytes, bytes, size);
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

void cluster_abort(Cluster *cluster, int code) {
    (void)cluster, (void)code;
    abort();
}

/* Of all ranks, as the own one has it; false without an engine. */
static bool make_up_team(Team *team) {
    team->size = RANKS;
    team->engine = engine_create();
    team->bells.own = &team->bells.alone;
    mail_count = 0;
    pthread_mutex_init(&team->lock, NULL);
    condition_init(&team->change);
    return team->engine;
}

static void end_team(Team *team) {
    pthread_cond_destroy(&team->change);
    pthread_mutex_destroy(&team->lock);
    engine_destroy(team->engine);
}
