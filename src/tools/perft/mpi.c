#include "tools/perft/mpi.h"

#include "cli/command.h"

#ifndef QUORUM_HAVE_MPI

bool perft_mpi_available(void) {
    return false;
}

bool perft_mpi_begin(void) {
    return true;
}

bool perft_mpi_agree(bool ready) {
    return ready;
}

PerftMpiResult perft_mpi_count(const Position *position, int depth, int threads,
                               PerftTable *table) {
    (void)position, (void)depth, (void)threads, (void)table;
    return (PerftMpiResult){0};
}

void perft_mpi_end(void) {
}

#else

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "tools/perft/parallel.h"
#include "tools/perft/units.h"

/* Units for each thread of all ranks, so that none idles while the last ones finish. */
#define UNITS_PER_THREAD 32

/* Units a rank holds: one to count, one to go on with. */
#define UNITS_HELD       2

/* Waiting for a message sleeps: MPI's own waiting would take a processor that could count. */
#define NAP_US           200

typedef enum Tag { TAG_UNIT, TAG_ANSWER, TAG_STOP } Tag;

typedef struct UnitMessage {
    PerftUnit unit;
    int depth;
} UnitMessage;

/* Rank 0. The main thread alone talks to MPI; a second one counts. */
typedef struct Master {
    PerftUnits units;
    int ranks;
    int threads;
    PerftTable *table;
    pthread_mutex_t lock; /* over what follows */
    size_t next;          /* units from here on have not been given to anybody */
    uint64_t leaves;
} Master;

bool perft_mpi_available(void) {
    return true;
}

static uint64_t count_unit(const PerftUnit *unit, int depth, int threads, PerftTable *table) {
    if (depth == 0)
        return unit->times;
    MoveList moves;
    uint64_t counts[MAX_MOVES];
    return unit->times *
           perft_parallel_divide(&unit->position, depth, threads, table, &moves, counts);
}

/* A unit that nobody has yet, NULL when all are given away. Any thread. */
static const PerftUnit *take_unit(Master *master) {
    pthread_mutex_lock(&master->lock);
    const PerftUnit *unit =
        master->next < master->units.count ? &master->units.units[master->next++] : NULL;
    pthread_mutex_unlock(&master->lock);
    return unit;
}

/* Any thread. */
static void add_leaves(Master *master, uint64_t leaves) {
    pthread_mutex_lock(&master->lock);
    master->leaves += leaves;
    pthread_mutex_unlock(&master->lock);
}

/* What rank 0 counts itself. */
static void *count_own_share(void *argument) {
    Master *master = argument;
    for (const PerftUnit *unit; (unit = take_unit(master));)
        add_leaves(master, count_unit(unit, master->units.depth, master->threads, master->table));
    return NULL;
}

/* Sends a rank its next unit; false when none is left. */
static bool send_unit(Master *master, int rank) {
    const PerftUnit *unit = take_unit(master);
    if (!unit)
        return false;
    const UnitMessage message = {*unit, master->units.depth};
    MPI_Send(&message, sizeof message, MPI_BYTE, rank, TAG_UNIT, MPI_COMM_WORLD);
    return true;
}

/* Sleeps until there is a message of that rank and kind. */
static MPI_Status await_message(int rank, int tag) {
    const struct timespec pause = {.tv_nsec = NAP_US * 1000};
    MPI_Status status;
    int waiting = 0;
    for (;;) {
        MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &waiting, &status);
        if (waiting)
            return status;
        nanosleep(&pause, NULL);
    }
}

/* Hands out units until the other ranks have answered all that they were given. */
static void lead_ranks(Master *master) {
    size_t out = 0;
    for (int i = 0; i < UNITS_HELD; i++) {
        for (int rank = 1; rank < master->ranks; rank++)
            out += send_unit(master, rank);
    }
    for (; out > 0; out--) {
        uint64_t leaves;
        MPI_Status status = await_message(MPI_ANY_SOURCE, TAG_ANSWER);
        MPI_Recv(&leaves, 1, MPI_UINT64_T, status.MPI_SOURCE, TAG_ANSWER, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        add_leaves(master, leaves);
        out += send_unit(master, status.MPI_SOURCE);
    }
    for (int rank = 1; rank < master->ranks; rank++)
        MPI_Send(NULL, 0, MPI_BYTE, rank, TAG_STOP, MPI_COMM_WORLD);
}

/* Counts with all ranks; false without memory or thread. */
static bool run_master(Master *master, const Position *position, int depth) {
    size_t wanted = (size_t)master->ranks * (size_t)master->threads * UNITS_PER_THREAD;
    pthread_t counter;
    if (!perft_units_create(&master->units, position, depth, wanted, master->table))
        return false;
    pthread_mutex_init(&master->lock, NULL);
    bool counting = pthread_create(&counter, NULL, count_own_share, master) == 0;
    if (counting) {
        lead_ranks(master);
        pthread_join(counter, NULL);
    }
    pthread_mutex_destroy(&master->lock);
    perft_units_destroy(&master->units);
    return counting;
}

static void run_counter(int threads, PerftTable *table) {
    while (await_message(0, MPI_ANY_TAG).MPI_TAG == TAG_UNIT) {
        UnitMessage message;
        MPI_Recv(&message, sizeof message, MPI_BYTE, 0, TAG_UNIT, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        uint64_t leaves = count_unit(&message.unit, message.depth, threads, table);
        MPI_Send(&leaves, 1, MPI_UINT64_T, 0, TAG_ANSWER, MPI_COMM_WORLD);
    }
    MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* MPI's own way to fail is left as it is: what cannot be sent or received ends all ranks. */
bool perft_mpi_begin(void) {
    int level = 0, rank = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0;
}

bool perft_mpi_agree(bool ready) {
    int word = ready;
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return word != 0;
}

PerftMpiResult perft_mpi_count(const Position *position, int depth, int threads,
                               PerftTable *table) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank > 0) {
        run_counter(threads, table);
        return (PerftMpiResult){0};
    }
    Master master = {.ranks = ranks, .threads = threads, .table = table};
    if (!run_master(&master, position, depth)) {
        fprintf(stderr, "quorum perft: no memory or thread for --mpi\n");
        MPI_Abort(MPI_COMM_WORLD, COMMAND_FAILED);
    }
    return (PerftMpiResult){ranks, master.units.count, master.leaves};
}

void perft_mpi_end(void) {
    MPI_Finalize();
}

#endif
