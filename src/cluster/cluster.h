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

/* Which of how many; rank 0 leads. */
int cluster_rank(const Cluster *cluster);
int cluster_size(const Cluster *cluster);

/* The ranks on the same machine as this one, in order, it among them: each in ranks[] if that is
 * not NULL. Returns how many. */
int cluster_neighbours(const Cluster *cluster, int *ranks);

/* From now on what cannot be sent to a lost rank is dropped. Before, it ends all ranks. */
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

/* What rank 0 has in `bytes`, in all ranks. Called by all. */
void cluster_broadcast(Cluster *cluster, int tag, void *bytes, size_t size);

/* What rank 0 says, in all ranks. Called by all. */
bool cluster_decide(Cluster *cluster, int tag, bool decision);

/* The bytes of every rank, one after the other, for rank 0; `all` is not used in others. Called by
 * all. */
void cluster_gather(Cluster *cluster, int tag, const void *bytes, size_t size, void *all);

/* Which of how many this rank is among those on its machine that say the same in `own`, it among
 * them: *index begins at 0, and if ranks[] is not NULL they are there, in order. Without memory all
 * ranks end. Called by all. */
int cluster_sharers(Cluster *cluster, int tag, uint64_t own, int *index, int *ranks);

void cluster_message_free(ClusterMessage *message);

/* Waits until every rank ends, and ends MPI. What has been sent and not received is dropped. Main
 * thread, which does no more with it. NULL is allowed. */
void cluster_end(Cluster *cluster);

/* Ends all ranks with an exit code, whatever they do. */
_Noreturn void cluster_abort(Cluster *cluster, int code);
