#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"

/* The processes of an MPI run, called ranks, and messages between them. Only cluster/mpi/ knows
 * MPI: the program that is linked with it is quorum-mpi. In every other one, and without mpirun,
 * there is one rank. Where not said otherwise, any thread may call. */
typedef struct Cluster Cluster;

#define CLUSTER_ANY (-1) /* in the place of a rank or a tag */

/* Of a message that has been received; begins zeroed, and is filled again and again. */
typedef struct ClusterMessage {
    int rank; /* who has sent it */
    int tag;  /* and as what, from 0 */
    size_t size;
    char *bytes;
    size_t capacity;
} ClusterMessage;

/* Whether the program has MPI. */
bool cluster_available(void);

/* Begins MPI: main thread, once in a process. NULL, with the reason, without memory. */
Cluster *cluster_begin(Reason *reason);

/* This rank's number, and how many there are; rank 0 leads. */
int cluster_rank(const Cluster *cluster);
int cluster_size(const Cluster *cluster);

/* The ranks on this machine, this one among them, in order; written to ranks[] unless that is NULL.
 * Returns how many. */
int cluster_neighbours(const Cluster *cluster, int *ranks);

/* From now on messages to a lost rank are dropped. Without this call they end all ranks. */
void cluster_outlive(Cluster *cluster);

/* Sends a copy of the bytes and returns at once. Messages of one tag from one rank to another
 * arrive in order. False without memory. */
bool cluster_send(Cluster *cluster, int rank, int tag, const void *bytes, size_t size);

/* Messages to a rank that are still on the way. */
int cluster_unsent(Cluster *cluster, int rank);

/* Takes a message of that rank and tag; false when none has arrived, or there is no memory for it.
 */
bool cluster_receive(Cluster *cluster, int rank, int tag, ClusterMessage *message);

/* Sleeps until there is one, and takes it. MPI's own waiting would take a processor. */
void cluster_await(Cluster *cluster, int rank, int tag, ClusterMessage *message);

/* Copies rank 0's `bytes` to all ranks. Called by all. */
void cluster_broadcast(Cluster *cluster, int tag, void *bytes, size_t size);

/* Returns rank 0's decision in all ranks. Called by all. */
bool cluster_decide(Cluster *cluster, int tag, bool decision);

/* Collects the bytes of every rank, in order, in rank 0's `all`, which is not used in others.
 * Called by all. */
void cluster_gather(Cluster *cluster, int tag, const void *bytes, size_t size, void *all);

/* Finds the ranks on this machine that have passed the same `own`, this one among them. Returns how
 * many; *index is this one's place among them, from 0, and ranks[] lists them in order unless it is
 * NULL. Without memory all ranks end. Called by all. */
int cluster_sharers(Cluster *cluster, int tag, uint64_t own, int *index, int *ranks);

void cluster_message_free(ClusterMessage *message);

/* Waits until every rank ends, and ends MPI. What has been sent and not received is dropped. Main
 * thread, which does no more with it. NULL is allowed. */
void cluster_end(Cluster *cluster);

/* Ends all ranks with an exit code, whatever they do. */
_Noreturn void cluster_abort(Cluster *cluster, int code);
