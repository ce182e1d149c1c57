#include "cluster/cluster.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Between two looks at the end. */
#define NAP_NS 200000

/* A message on its way. */
typedef struct Parcel {
    int rank;
    char bytes[];
} Parcel;

struct Cluster {
    int rank;
    int size;
    int neighbour_count;
    int *neighbours;
    pthread_mutex_t lock; /* over every call of MPI, and what follows */
    int *unsent;          /* messages on their way to each rank */
    int parcel_count;     /* and all of them: */
    int parcel_capacity;
    Parcel **parcels;
    MPI_Request *requests; /* one a parcel */
    int *done;             /* room for as many indices */
};

bool cluster_available(void) {
    return true;
}

/* Numbers of the ranks that share memory with this one. */
static void find_neighbours(Cluster *cluster) {
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, cluster->rank, MPI_INFO_NULL,
                        &machine);
    MPI_Comm_size(machine, &cluster->neighbour_count);
    MPI_Allgather(&cluster->rank, 1, MPI_INT, cluster->neighbours, 1, MPI_INT, machine);
    MPI_Comm_free(&machine);
}

static void free_cluster(Cluster *cluster) {
    free(cluster->parcels);
    free(cluster->requests);
    free(cluster->done);
    free(cluster->neighbours);
    free(cluster->unsent);
    free(cluster);
}

/* Begins MPI, whose own threads take no signals; returns what it grants to threads. */
static int begin_mpi(void) {
    int level = 0;
    sigset_t all, before;
    /* Open MPI gives a processor away at each look for messages where there are more ranks than
     * processors. Here looks are far between, and somebody may wait for their end. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return level;
}

Cluster *cluster_begin(Reason *reason) {
    const int level = begin_mpi();
    Cluster *cluster = calloc(1, sizeof *cluster);
    if (cluster) {
        MPI_Comm_rank(MPI_COMM_WORLD, &cluster->rank);
        MPI_Comm_size(MPI_COMM_WORLD, &cluster->size);
        cluster->neighbours = calloc((size_t)cluster->size, sizeof(int));
        cluster->unsent = calloc((size_t)cluster->size, sizeof(int));
    }
    if (!cluster || !cluster->neighbours || !cluster->unsent || level < MPI_THREAD_SERIALIZED) {
        reason_set(reason, level < MPI_THREAD_SERIALIZED
                               ? "this MPI is not for programs with several threads"
                               : "not enough memory");
        if (cluster)
            free_cluster(cluster);
        return NULL;
    }
    pthread_mutex_init(&cluster->lock, NULL);
    find_neighbours(cluster);
    return cluster;
}

int cluster_rank(const Cluster *cluster) {
    return cluster->rank;
}

int cluster_size(const Cluster *cluster) {
    return cluster->size;
}

int cluster_neighbours(const Cluster *cluster, int *ranks) {
    for (int i = 0; ranks && i < cluster->neighbour_count; i++)
        ranks[i] = cluster->neighbours[i];
    return cluster->neighbour_count;
}

void cluster_outlive(Cluster *cluster) {
    pthread_mutex_lock(&cluster->lock);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    pthread_mutex_unlock(&cluster->lock);
}

/* Frees the parcels that have gone. All are asked for at once: each question makes MPI look for
 * messages. The caller holds the lock. */
static void reap(Cluster *cluster) {
    int gone = 0;
    if (cluster->parcel_count == 0)
        return;
    MPI_Testsome(cluster->parcel_count, cluster->requests, &gone, cluster->done,
                 MPI_STATUSES_IGNORE);
    if (gone == 0)
        return;
    int kept = 0;
    for (int i = 0; i < cluster->parcel_count; i++) {
        Parcel *parcel = cluster->parcels[i];
        if (cluster->requests[i] == MPI_REQUEST_NULL) {
            cluster->unsent[parcel->rank]--;
            free(parcel);
            continue;
        }
        cluster->requests[kept] = cluster->requests[i];
        cluster->parcels[kept++] = parcel;
    }
    cluster->parcel_count = kept;
}

static bool grow(void **array, size_t bytes) {
    void *larger = realloc(*array, bytes);
    if (larger)
        *array = larger;
    return larger;
}

/* Room for one parcel more. The caller holds the lock. */
static bool make_place(Cluster *cluster) {
    if (cluster->parcel_count < cluster->parcel_capacity)
        return true;
    const int capacity = 2 * cluster->parcel_capacity + 64;
    const size_t count = (size_t)capacity;
    if (!grow((void **)&cluster->parcels, count * sizeof *cluster->parcels) ||
        !grow((void **)&cluster->requests, count * sizeof *cluster->requests) ||
        !grow((void **)&cluster->done, count * sizeof *cluster->done))
        return false;
    cluster->parcel_capacity = capacity;
    return true;
}

/* Sends a parcel, and keeps it until it has gone. The caller holds the lock. */
static bool send(Cluster *cluster, Parcel *parcel, size_t size, int tag) {
    if (!make_place(cluster))
        return false;
    if (MPI_Isend(parcel->bytes, (int)size, MPI_BYTE, parcel->rank, tag, MPI_COMM_WORLD,
                  &cluster->requests[cluster->parcel_count]) != MPI_SUCCESS) {
        free(parcel); /* nobody is there any more */
        return true;
    }
    cluster->parcels[cluster->parcel_count++] = parcel;
    cluster->unsent[parcel->rank]++;
    return true;
}

bool cluster_send(Cluster *cluster, int rank, int tag, const void *bytes, size_t size) {
    Parcel *parcel = size <= INT32_MAX ? malloc(sizeof *parcel + size) : NULL;
    if (!parcel)
        return false;
    parcel->rank = rank;
    if (size > 0)
        memcpy(parcel->bytes, bytes, size);
    pthread_mutex_lock(&cluster->lock);
    const bool sent = send(cluster, parcel, size, tag);
    pthread_mutex_unlock(&cluster->lock);
    if (!sent)
        free(parcel);
    return sent;
}

int cluster_unsent(Cluster *cluster, int rank) {
    pthread_mutex_lock(&cluster->lock);
    reap(cluster);
    const int unsent = cluster->unsent[rank];
    pthread_mutex_unlock(&cluster->lock);
    return unsent;
}

static bool make_room(ClusterMessage *message, size_t size) {
    if (size <= message->capacity)
        return true;
    char *bytes = realloc(message->bytes, size);
    if (!bytes)
        return false;
    message->bytes = bytes;
    message->capacity = size;
    return true;
}

/* Takes a message that has arrived. The caller holds the lock. */
static bool take(MPI_Status *status, ClusterMessage *message) {
    int size = 0;
    MPI_Get_count(status, MPI_BYTE, &size);
    if (!make_room(message, (size_t)size) ||
        MPI_Recv(message->bytes, size, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return false;
    message->rank = status->MPI_SOURCE;
    message->tag = status->MPI_TAG;
    message->size = (size_t)size;
    return true;
}

/* Whether there is such a message. Open MPI answers from what it has, and takes in what has arrived
 * after that: asked once, it would tell of a message one look too late. */
static bool probe(int rank, int tag, MPI_Status *status) {
    int arrived = 0;
    return MPI_Iprobe(rank == CLUSTER_ANY ? MPI_ANY_SOURCE : rank,
                      tag == CLUSTER_ANY ? MPI_ANY_TAG : tag, MPI_COMM_WORLD, &arrived,
                      status) == MPI_SUCCESS &&
           arrived;
}

bool cluster_receive(Cluster *cluster, int rank, int tag, ClusterMessage *message) {
    MPI_Status status;
    pthread_mutex_lock(&cluster->lock);
    reap(cluster);
    const bool taken =
        (probe(rank, tag, &status) || probe(rank, tag, &status)) && take(&status, message);
    pthread_mutex_unlock(&cluster->lock);
    return taken;
}

void cluster_message_free(ClusterMessage *message) {
    free(message->bytes);
    *message = (ClusterMessage){0};
}

/* Takes what nobody will ask for any more: who has sent it may not end before. */
static void discard_all(Cluster *cluster, ClusterMessage *message) {
    while (cluster_receive(cluster, CLUSTER_ANY, CLUSTER_ANY, message))
        continue;
}

void cluster_end(Cluster *cluster) {
    const struct timespec nap = {.tv_nsec = NAP_NS};
    ClusterMessage message = {0};
    MPI_Request all_are_done = MPI_REQUEST_NULL;
    bool is_done = false;
    int ended = 0;
    if (!cluster)
        return;
    while (!ended) {
        discard_all(cluster, &message);
        if (!is_done && cluster->parcel_count == 0) {
            MPI_Ibarrier(MPI_COMM_WORLD, &all_are_done);
            is_done = true;
        }
        if (is_done)
            MPI_Test(&all_are_done, &ended, MPI_STATUS_IGNORE);
        if (!ended)
            nanosleep(&nap, NULL);
    }
    cluster_message_free(&message);
    MPI_Finalize();
    pthread_mutex_destroy(&cluster->lock);
    free_cluster(cluster);
}

void cluster_abort(Cluster *cluster, int code) {
    (void)cluster;
    MPI_Abort(MPI_COMM_WORLD, code);
    exit(code);
}
