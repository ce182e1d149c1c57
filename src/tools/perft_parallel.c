#include "tools/perft_parallel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "chess/movegen.h"

/* Subtrees a thread should have to choose from, so that none idles while the last ones finish. */
#define SUBTREES_PER_THREAD 32

/* Splitting costs more than counting when fewer plies than this are left under a subtree. */
#define MIN_SUBTREE_DEPTH 2

/* Jobs below this many leaves are not worth splitting among threads: a team's coming together
 * costs more, above all where other programs hold the processors. */
#define MIN_SPLIT_LEAVES 20000000

typedef struct Subtree {
    Position position;
    int root_index; /* of the root move that leads here */
} Subtree;

/* All positions some plies below the root, with transpositions. */
typedef struct Frontier {
    size_t count;
    Subtree *subtrees;
} Frontier;

bool perft_parallel_available(void) {
#ifdef _OPENMP
    return true;
#else
    return false;
#endif
}

/* 0 for the thread that made the call. */
static int this_thread(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static bool frontier_create(Frontier *frontier, size_t count) {
    frontier->count = 0;
    frontier->subtrees =
        aligned_alloc(_Alignof(Subtree), (count > 0 ? count : 1) * sizeof(Subtree));
    return frontier->subtrees != NULL;
}

static bool frontier_begin(Frontier *frontier, const Position *position, const MoveList *moves) {
    if (!frontier_create(frontier, (size_t)moves->count))
        return false;
    for (int i = 0; i < moves->count; i++) {
        Subtree *subtree = &frontier->subtrees[frontier->count++];
        position_make(position, &subtree->position, moves->moves[i]);
        subtree->root_index = i;
    }
    return true;
}

/* Replaces each subtree by those one ply below. On false the frontier is unchanged. */
static bool frontier_deepen(Frontier *frontier) {
    size_t successors = 0;
    for (size_t i = 0; i < frontier->count; i++)
        successors += (size_t)movegen_count(&frontier->subtrees[i].position);
    Frontier next;
    if (!frontier_create(&next, successors))
        return false;
    for (size_t i = 0; i < frontier->count; i++) {
        const Subtree *parent = &frontier->subtrees[i];
        MoveList moves = {.count = 0};
        movegen_all(&parent->position, &moves);
        for (int k = 0; k < moves.count; k++) {
            Subtree *subtree = &next.subtrees[next.count++];
            position_make(&parent->position, &subtree->position, moves.moves[k]);
            subtree->root_index = parent->root_index;
        }
    }
    free(frontier->subtrees);
    *frontier = next;
    return true;
}

static void count_alone(const Position *position, int depth, PerftTable *table,
                        const MoveList *moves, uint64_t counts[MAX_MOVES]) {
    for (int i = 0; i < moves->count; i++) {
        Position next;
        position_make(position, &next, moves->moves[i]);
        counts[i] = perft_count(&next, depth - 1, table);
    }
}

static void count_frontier(const Frontier *frontier, int depth, int threads, PerftTable *table,
                           uint64_t counts[MAX_MOVES]) {
    (void)threads; /* unused in a build without OpenMP */
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
    for (size_t i = 0; i < frontier->count; i++) {
        const Subtree *subtree = &frontier->subtrees[i];
        uint64_t leaves = perft_count(&subtree->position, depth, table);
#ifdef _OPENMP
#pragma omp atomic
#endif
        counts[subtree->root_index] += leaves;
    }
}

uint64_t perft_parallel_divide(const Position *position, int depth, int threads, PerftTable *table,
                               MoveList *moves, uint64_t counts[MAX_MOVES]) {
    moves->count = 0;
    movegen_all(position, moves);
    memset(counts, 0, MAX_MOVES * sizeof(counts[0]));
    Frontier frontier;
    if (threads == 1 || depth <= MIN_SUBTREE_DEPTH || !frontier_begin(&frontier, position, moves)) {
        count_alone(position, depth, table, moves, counts);
    } else {
        int left = depth - 1;
        while (left > MIN_SUBTREE_DEPTH && frontier.count > 0 &&
               frontier.count < (size_t)threads * SUBTREES_PER_THREAD && frontier_deepen(&frontier))
            left--;
        count_frontier(&frontier, left, threads, table, counts);
        free(frontier.subtrees);
    }
    uint64_t sum = 0;
    for (int i = 0; i < moves->count; i++)
        sum += counts[i];
    return sum;
}

static bool is_small(const PerftJob *job, int threads) {
    return threads == 1 || job->depth == 0 || job->expected < MIN_SPLIT_LEAVES;
}

/* Each job by one thread. Returns the sum of their expected leaves. */
static uint64_t run_small_jobs(PerftJob *jobs, size_t job_count, int threads, PerftTable *table,
                               void (*progress)(void *context, uint64_t leaves), void *context) {
    _Atomic uint64_t done = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
    for (size_t i = 0; i < job_count; i++) {
        PerftJob *job = &jobs[i];
        if (!is_small(job, threads))
            continue;
        job->counted = perft_count(&job->position, job->depth, table);
        uint64_t leaves =
            atomic_fetch_add_explicit(&done, job->expected, memory_order_relaxed) + job->expected;
        if (progress != NULL && this_thread() == 0)
            progress(context, leaves);
    }
    return done;
}

void perft_parallel_run(PerftJob *jobs, size_t job_count, int threads, PerftTable *table,
                        void (*progress)(void *context, uint64_t leaves), void *context) {
    uint64_t done = run_small_jobs(jobs, job_count, threads, table, progress, context);
    for (size_t i = 0; i < job_count; i++) {
        PerftJob *job = &jobs[i];
        if (is_small(job, threads))
            continue;
        MoveList moves;
        uint64_t counts[MAX_MOVES];
        job->counted =
            perft_parallel_divide(&job->position, job->depth, threads, table, &moves, counts);
        done += job->expected;
        if (progress != NULL)
            progress(context, done);
    }
}
