#include "tools/perft/parallel.h"

#include <stdatomic.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/clock.h"
#include "base/threads.h"
#include "chess/movegen.h"

/* Subtrees of this depth, some milliseconds of work, are counted by one thread; above, each
 * successor is a task that any idle thread may take. */
#define UNDIVIDED_DEPTH 4

bool perft_parallel_available(void) {
#ifdef _OPENMP
    return true;
#else
    return false;
#endif
}

bool perft_parallel_allowed(int threads) {
    return !perft_parallel_available() || threads_are_allowed(threads - 1);
}

#ifndef _OPENMP
static int omp_get_thread_num(void) {
    return 0;
}
#endif

/* What all jobs of a run have in common. */
typedef struct JobRun {
    PerftTable *table;
    StopSignals *signals;
    void (*progress)(void *context, uint64_t leaves);
    void *context;
    _Atomic uint64_t done; /* expected leaves of the jobs that are */
    _Atomic bool is_stopped;
} JobRun;

/* What a count is made with. */
typedef struct Counting {
    PerftTable *table;        /* NULL for none */
    _Atomic int64_t *busy_ns; /* grows by the processor time that it takes; NULL: no matter */
    JobRun *run;              /* whose jobs it is for, which may be stopped; NULL: no such */
} Counting;

/* What is counted from then on means nothing. */
static bool is_stopped(JobRun *run) {
    return run && atomic_load_explicit(&run->is_stopped, memory_order_acquire);
}

static uint64_t count_by_tasks(const Position *position, int depth, Counting counting);

/* Makes a task of each successor, and returns when all are done. depth at least 1. */
static void count_successors(const Position *position, int depth, Counting counting,
                             const MoveList *moves, uint64_t counts[MAX_MOVES]) {
    for (int i = 0; i < moves->count; i++) {
#ifdef _OPENMP
#pragma omp task default(none) firstprivate(i, position, depth, counting, moves, counts)
#endif
        {
            Position next;
            position_make(position, &next, moves->moves[i]);
            counts[i] = count_by_tasks(&next, depth - 1, counting);
        }
    }
#ifdef _OPENMP
#pragma omp taskwait
#endif
}

static uint64_t sum_of(const uint64_t *counts, int count) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

static uint64_t count_undivided(const Position *position, int depth, Counting counting) {
    if (!counting.busy_ns)
        return perft_count(position, depth, counting.table);
    int64_t start_ns = clock_thread_ns();
    uint64_t total = perft_count(position, depth, counting.table);
    atomic_fetch_add_explicit(counting.busy_ns, clock_thread_ns() - start_ns, memory_order_relaxed);
    if (omp_get_thread_num() == 0 && stop_signals_arrived(counting.run->signals))
        atomic_store_explicit(&counting.run->is_stopped, true, memory_order_release);
    return total;
}

static uint64_t count_by_tasks(const Position *position, int depth, Counting counting) {
    PerftTable *table = counting.table;
    if (is_stopped(counting.run))
        return 0;
    if (depth <= UNDIVIDED_DEPTH)
        return count_undivided(position, depth, counting);
    PerftHash hash = perft_position_hash(position, depth);
    uint64_t total;
    if (table && perft_table_probe(table, hash, &total))
        return total;
    const MoveList moves = movegen_list(position);
    uint64_t counts[MAX_MOVES];
    count_successors(position, depth, counting, &moves, counts);
    total = sum_of(counts, moves.count);
    if (table && !is_stopped(counting.run))
        perft_table_store(table, hash, total);
    return total;
}

uint64_t perft_parallel_divide(const Position *position, int depth, int threads, PerftTable *table,
                               MoveList *moves, uint64_t counts[MAX_MOVES]) {
    const Counting counting = {.table = table};
    *moves = movegen_list(position);
    if (depth <= UNDIVIDED_DEPTH)
        threads = 1; /* not worth waking others */
    (void)threads;   /* unused in a build without OpenMP */
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
#pragma omp master
#endif
    count_successors(position, depth, counting, moves, counts);
    return sum_of(counts, moves->count);
}

static void run_job(PerftJob *job, JobRun *run) {
    _Atomic int64_t busy_ns = 0;
    const Counting counting = {.table = run->table, .busy_ns = &busy_ns, .run = run};
    job->counted = count_by_tasks(&job->position, job->depth, counting);
    job->busy_ns = busy_ns;
    job->is_done = !is_stopped(run);
    uint64_t leaves =
        atomic_fetch_add_explicit(&run->done, job->expected, memory_order_relaxed) + job->expected;
    if (run->progress && omp_get_thread_num() == 0)
        run->progress(run->context, leaves);
}

void perft_parallel_run(PerftJob *jobs, size_t job_count, int threads, PerftTable *table,
                        StopSignals *signals, void (*progress)(void *context, uint64_t leaves),
                        void *context) {
    JobRun run = {.table = table, .signals = signals, .progress = progress, .context = context};
    (void)threads; /* unused in a build without OpenMP */
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
#pragma omp master
#endif
    for (size_t i = 0; i < job_count; i++) {
#ifdef _OPENMP
#pragma omp task default(none) firstprivate(i, jobs) shared(run)
#endif
        run_job(&jobs[i], &run);
    }
}
