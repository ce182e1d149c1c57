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

int perft_mpi_count(const Position *position, int depth, int threads, PerftTable *table,
                    PerftMpiResult *result) {
    (void)position, (void)depth, (void)threads, (void)table;
    *result = (PerftMpiResult){.reporting = false};
    return COMMAND_MISUSED;
}

void perft_mpi_end(const PerftMpiResult *result) {
    (void)result;
}

#else

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "tools/perft/ledger.h"
#include "tools/perft/parallel.h"
#include "tools/perft/units.h"

/* Units for each thread of all ranks, so that none idles while the last ones finish. */
#define UNITS_PER_THREAD 32

/* Waiting for a message sleeps: MPI's own waiting would take a processor that could count. */
#define NAP_US           200

/* Rank 0 gives a sign of life this often, and a rank without one for so long gives up. */
#define PULSE_US         1000000
#define LONG_SILENCE_US  30000000

typedef enum Tag { TAG_UNIT, TAG_ANSWER, TAG_PULSE, TAG_STOP } Tag;

typedef struct UnitMessage {
    uint64_t unit;
    int32_t depth;
    char fen[FEN_SIZE];
} UnitMessage;

typedef struct AnswerMessage {
    uint64_t unit;
    uint64_t leaves;
} AnswerMessage;

/* Rank 0. The main thread alone talks to MPI; a second one counts. */
typedef struct Master {
    PerftUnits units;
    int ranks;
    int threads;
    PerftTable *table;
    pthread_mutex_t lock; /* over what follows */
    PerftLedger ledger;
    uint64_t leaves;
    size_t counted_again;
    bool failed; /* an answer made no sense */
} Master;

bool perft_mpi_available(void) {
    return true;
}

static void nap(void) {
    const struct timespec pause = {.tv_nsec = NAP_US * 1000};
    nanosleep(&pause, NULL);
}

static uint64_t count_unit(const Position *position, int depth, int threads, PerftTable *table) {
    if (depth == 0)
        return 1;
    MoveList moves;
    uint64_t counts[MAX_MOVES];
    return perft_parallel_divide(position, depth, threads, table, &moves, counts);
}

/* The lock is held. */
static void take_answer(Master *master, size_t rank, size_t unit, uint64_t leaves) {
    if (unit >= master->units.count) {
        master->failed = true;
    } else if (perft_ledger_answer(&master->ledger, rank, unit, clock_now_us())) {
        master->leaves += leaves * master->units.units[unit].times;
    }
}

static bool is_finished(const Master *master) {
    if (master->failed)
        return true;
    if (master->ledger.done_count < master->ledger.unit_count)
        return false;
    for (size_t rank = 0; rank < master->ledger.counter_count; rank++) {
        if (perft_ledger_is_busy(&master->ledger, rank))
            return false;
    }
    return true;
}

/* What rank 0 counts itself. */
static void *count_own_share(void *argument) {
    Master *master = argument;
    pthread_mutex_lock(&master->lock);
    while (!master->failed && master->ledger.done_count < master->ledger.unit_count) {
        size_t unit = perft_ledger_give(&master->ledger, 0, clock_now_us());
        pthread_mutex_unlock(&master->lock);
        uint64_t leaves = 0;
        if (unit == PERFT_NO_UNIT)
            nap();
        else
            leaves = count_unit(&master->units.units[unit].position, master->units.depth,
                                master->threads, master->table);
        pthread_mutex_lock(&master->lock);
        if (unit != PERFT_NO_UNIT)
            take_answer(master, 0, unit, leaves);
    }
    pthread_mutex_unlock(&master->lock);
    return NULL;
}

static void lose_rank(Master *master, int rank, const char *reason) {
    size_t units = perft_ledger_lose(&master->ledger, (size_t)rank);
    master->counted_again += units;
    fprintf(stderr, "quorum perft: rank %d %s; %zu units go to others\n", rank, reason, units);
}

static void send_units(Master *master, int rank) {
    for (;;) {
        size_t unit = perft_ledger_give(&master->ledger, (size_t)rank, clock_now_us());
        if (unit == PERFT_NO_UNIT)
            return;
        UnitMessage message = {.unit = unit, .depth = master->units.depth};
        fen_format_shredder(&master->units.units[unit].position, message.fen);
        if (MPI_Send(&message, sizeof(message), MPI_BYTE, rank, TAG_UNIT, MPI_COMM_WORLD) !=
            MPI_SUCCESS) {
            lose_rank(master, rank, "cannot be reached");
            return;
        }
    }
}

/* Takes all messages that are there. */
static void receive_all(Master *master) {
    int waiting = 0;
    MPI_Status status;
    while (MPI_Iprobe(MPI_ANY_SOURCE, TAG_ANSWER, MPI_COMM_WORLD, &waiting, &status) ==
               MPI_SUCCESS &&
           waiting) {
        AnswerMessage message = {.unit = 0};
        if (MPI_Recv(&message, sizeof(message), MPI_BYTE, status.MPI_SOURCE, TAG_ANSWER,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return;
        take_answer(master, (size_t)status.MPI_SOURCE, message.unit, message.leaves);
    }
}

/* Those too that were given up: they may only be slow. */
static void tell_all(const Master *master, Tag tag) {
    for (int rank = 1; rank < master->ranks; rank++)
        MPI_Send(NULL, 0, MPI_BYTE, rank, (int)tag, MPI_COMM_WORLD);
}

/* Hands out units until all are counted. */
static void lead_ranks(Master *master) {
    int64_t pulse_us = clock_now_us();
    bool finished = false;
    while (!finished) {
        pthread_mutex_lock(&master->lock);
        receive_all(master);
        int64_t now_us = clock_now_us();
        for (int rank = 1; rank < master->ranks; rank++) {
            if (perft_ledger_is_overdue(&master->ledger, (size_t)rank, now_us))
                lose_rank(master, rank, "does not answer any more");
            else
                send_units(master, rank);
        }
        finished = is_finished(master);
        pthread_mutex_unlock(&master->lock);
        if (now_us - pulse_us > PULSE_US) {
            pulse_us = now_us;
            tell_all(master, TAG_PULSE);
        }
        if (!finished)
            nap();
    }
}

static int run_master(Master *master, const Position *position, int depth, PerftMpiResult *result) {
    size_t wanted = (size_t)master->ranks * (size_t)master->threads * UNITS_PER_THREAD;
    pthread_t counter;
    if (!perft_units_create(&master->units, position, depth, wanted, master->table != NULL)) {
        tell_all(master, TAG_STOP);
        return COMMAND_FAILED;
    }
    pthread_mutex_init(&master->lock, NULL);
    bool ready = perft_ledger_create(&master->ledger, master->units.count, (size_t)master->ranks);
    bool counting = ready && pthread_create(&counter, NULL, count_own_share, master) == 0;
    if (counting || (ready && master->ranks > 1))
        lead_ranks(master);
    else
        master->failed = true;
    if (counting)
        pthread_join(counter, NULL);
    tell_all(master, TAG_STOP);
    *result = (PerftMpiResult){.reporting = true,
                               .ranks = master->ranks,
                               .units = master->units.count,
                               .counted_again = master->counted_again,
                               .leaves = master->leaves};
    for (size_t rank = 0; ready && rank < master->ledger.counter_count; rank++)
        result->lost += master->ledger.counters[rank].lost;
    if (ready)
        perft_ledger_destroy(&master->ledger);
    pthread_mutex_destroy(&master->lock);
    perft_units_destroy(&master->units);
    return master->failed ? COMMAND_FAILED : COMMAND_OK;
}

/* Waits for a message of rank 0; false when there has been no sign of it for too long. */
static bool wait_for_master(MPI_Status *status) {
    int64_t start_us = clock_now_us();
    int waiting = 0;
    while (MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, status) == MPI_SUCCESS) {
        if (waiting)
            return true;
        if (clock_now_us() - start_us > LONG_SILENCE_US)
            return false;
        nap();
    }
    return false;
}

static int run_counter(int rank, int threads, PerftTable *table) {
    MPI_Status status;
    while (wait_for_master(&status)) {
        UnitMessage message = {.unit = 0};
        Position position;
        FenError error;
        if (MPI_Recv(&message, sizeof(message), MPI_BYTE, 0, status.MPI_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE) != MPI_SUCCESS)
            break;
        if (status.MPI_TAG == TAG_STOP)
            return COMMAND_OK;
        if (status.MPI_TAG != TAG_UNIT)
            continue;
        AnswerMessage answer = {.unit = UINT64_MAX}; /* a unit that does not exist, for nonsense */
        if (fen_parse(message.fen, &position, &error)) {
            answer.unit = message.unit;
            answer.leaves = count_unit(&position, message.depth, threads, table);
        }
        if (MPI_Send(&answer, sizeof(answer), MPI_BYTE, 0, TAG_ANSWER, MPI_COMM_WORLD) !=
            MPI_SUCCESS)
            break;
    }
    fprintf(stderr, "quorum perft: rank %d: rank 0 does not answer any more\n", rank);
    MPI_Abort(MPI_COMM_WORLD, COMMAND_FAILED);
    return COMMAND_FAILED;
}

bool perft_mpi_begin(void) {
    int level = 0, rank = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0;
}

bool perft_mpi_agree(bool ready) {
    int word = ready;
    return MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD) == MPI_SUCCESS && word != 0;
}

int perft_mpi_count(const Position *position, int depth, int threads, PerftTable *table,
                    PerftMpiResult *result) {
    *result = (PerftMpiResult){.reporting = false};
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int code = COMMAND_OK;
    if (rank > 0) {
        code = run_counter(rank, threads, table);
    } else {
        Master master = {.ranks = ranks, .threads = threads, .table = table};
        code = run_master(&master, position, depth, result);
        if (code != COMMAND_OK)
            fprintf(stderr, "quorum perft: no memory or thread for --mpi, or a senseless answer\n");
    }
    return code;
}

void perft_mpi_end(const PerftMpiResult *result) {
    /* MPI_Finalize() would wait for the lost ranks, sometimes for ever (Open MPI 4.1). */
    if (result->lost > 0)
        MPI_Abort(MPI_COMM_WORLD, COMMAND_OK);
    MPI_Finalize();
}

#endif
