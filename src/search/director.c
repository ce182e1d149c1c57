#include "search/director.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/processors.h"
#include "base/scheduling.h"
#include "search/reduction.h"
#include "search/root.h"

/* How long the best move waits for workers that have not noticed the end yet. */
#define STRAGGLER_GRACE_US 1000

typedef enum DirectorState {
    DIRECTOR_IDLE,
    DIRECTOR_STARTING, /* `go` has been given */
    DIRECTOR_THINKING,
    DIRECTOR_REPORTING /* the best move is known; the workers may still be on their way to bed */
} DirectorState;

struct Director {
    Pool *pool;
    SearchControl control;
    const _Atomic uint64_t *node_counters[POOL_MAX_WORKERS];

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t begin; /* for the director's thread: there is a search to conduct */
    pthread_cond_t wake;  /* for who conducts it: something below has changed */
    pthread_cond_t idle;  /* for callers: state has become DIRECTOR_IDLE */
    DirectorState state;  /* this and the next five are guarded by lock */
    uint64_t last_nodes;  /* of the last search */
    bool on_caller_thread;
    bool stop_requested;
    bool lead_done;
    bool quit;

    PublishedLine final_lines[MAX_MOVES];
};

static void set_state(Director *director, DirectorState state) {
    pthread_mutex_lock(&director->lock);
    director->state = state;
    if (state == DIRECTOR_IDLE) {
        director->last_nodes = control_nodes(&director->control);
        pthread_cond_broadcast(&director->idle);
    }
    pthread_mutex_unlock(&director->lock);
}

static void note_lead_done(Director *director) {
    pthread_mutex_lock(&director->lock);
    director->lead_done = true;
    pthread_cond_signal(&director->wake);
    pthread_mutex_unlock(&director->lock);
}

static void search_task(Worker *worker, void *argument) {
    Director *director = argument;
    worker_begin(worker, &director->control);
    root_search(worker);
    if (worker->index == 0) {
        control_stop(&director->control);
        note_lead_done(director);
    }
}

/* The others follow when the lead has a move to play: among more threads than there are processors
 * its first ply could take seconds. */
static void start_others(void *argument) {
    Director *director = argument;
    pool_start(director->pool, 1, pool_size(director->pool), search_task, director);
}

static bool is_open_ended(const Director *director) {
    return director->control.limits.infinite || atomic_load(&director->control.pondering);
}

/* Whether the workers are to stop now. The caller holds the lock. */
static bool must_end(const Director *director) {
    return director->stop_requested || (director->lead_done && !is_open_ended(director));
}

/* Sleeps until the search must end. */
static void await_end(Director *director) {
    SearchControl *control = &director->control;
    pthread_mutex_lock(&director->lock);
    bool in_time = true;
    while (in_time && !must_end(director)) {
        if (!control->budget.limited || is_open_ended(director)) {
            pthread_cond_wait(&director->wake, &director->lock);
            continue;
        }
        int64_t deadline = atomic_load(&control->clock_start_us) + control->budget.maximum_us;
        in_time = condition_wait_until(&director->wake, &director->lock, deadline);
    }
    pthread_mutex_unlock(&director->lock);
}

static Worker *choose_worker(Director *director) {
    Ballot ballots[POOL_MAX_WORKERS];
    int count = director->control.multipv > 1 ? 1 : director->control.worker_count;
    for (int i = 0; i < count; i++) {
        if (!worker_ballot(pool_worker(director->pool, i), &ballots[i]))
            ballots[i] = (Ballot){MOVE_NONE, -SCORE_INFINITE, 0};
    }
    return pool_worker(director->pool, vote_choose(ballots, count));
}

/* A root without a legal move: no line, and the score says whether it is mate. */
static ReportLine line_of_no_move(const Director *director) {
    bool mated = position_in_check(&director->control.root->position);
    return (ReportLine){.score = mated ? score_mated_in(0) : SCORE_DRAW, .bound = BOUND_EXACT};
}

/* Final lines and best move. */
static void report_end(Director *director) {
    SearchControl *control = &director->control;
    PublishedLine *published = director->final_lines;
    ReportLine lines[MAX_MOVES];
    int most = control->multipv < MAX_MOVES ? control->multipv : MAX_MOVES;
    int count = worker_published(choose_worker(director), published, most);
    for (int i = 0; i < count; i++)
        lines[i] = (ReportLine){.depth = published[i].depth,
                                .selective_depth = published[i].selective_depth,
                                .score = published[i].score,
                                .bound = BOUND_EXACT,
                                .length = published[i].length,
                                .moves = published[i].pv};
    if (count == 0)
        lines[0] = line_of_no_move(director);
    IterationReport iteration = {
        .line_count = count > 0 ? count : 1,
        .lines = lines,
        .nodes = control_nodes(control),
        .elapsed_us = control_elapsed_us(control),
        .hash_full =
            reporter_wants_iterations(&control->reporter) ? table_fullness(control->table) : 0,
    };
    BestMoveReport best_move = {
        .best = lines[0].length > 0 ? lines[0].moves[0] : MOVE_NONE,
        .ponder = lines[0].length > 1 ? lines[0].moves[1] : MOVE_NONE,
        .score = lines[0].score,
        .nodes = iteration.nodes,
        .elapsed_us = iteration.elapsed_us,
    };
    reporter_close(&control->reporter, &iteration, &best_move);
}

/* Waits for the workers to notice the end. Where there are more of them than processors that takes
 * long, and whoever sleeps now is late too: what they have published will do. The lead is waited
 * for until it has searched one ply, so that there is a move to play. */
static void await_results(Director *director) {
    if (pool_size(director->pool) <= processors_allowed())
        pool_wait_until(director->pool, clock_now_us() + STRAGGLER_GRACE_US);
    Ballot ballot;
    if (worker_ballot(pool_worker(director->pool, 0), &ballot))
        return;
    pthread_mutex_lock(&director->lock);
    while (!director->lead_done)
        pthread_cond_wait(&director->wake, &director->lock);
    pthread_mutex_unlock(&director->lock);
}

/* One search, from the waking of the workers to their parking. */
static void conduct(Director *director, bool on_caller_thread) {
    SearchControl *control = &director->control;
    set_state(director, DIRECTOR_THINKING);
    if (on_caller_thread)
        search_task(pool_worker(director->pool, 0), director);
    else
        pool_start(director->pool, 0, 1, search_task, director);
    await_end(director);
    control_stop(control);
    await_results(director);
    set_state(director, DIRECTOR_REPORTING);
    report_end(director);
    pool_wait(director->pool);
    set_state(director, DIRECTOR_IDLE);
}

static void *director_main(void *argument) {
    Director *director = argument;
    scheduling_prefer_latency();
    for (;;) {
        pthread_mutex_lock(&director->lock);
        while (!director->quit &&
               (director->state != DIRECTOR_STARTING || director->on_caller_thread))
            pthread_cond_wait(&director->begin, &director->lock);
        bool quit = director->quit;
        pthread_mutex_unlock(&director->lock);
        if (quit)
            return NULL;
        conduct(director, false);
    }
}

Director *director_create(Pool *pool) {
    Director *director = aligned_alloc(_Alignof(Director), sizeof *director);
    if (!director)
        return NULL;
    *director = (Director){.pool = pool};
    reduction_init();
    reporter_init(&director->control.reporter);
    pthread_mutex_init(&director->lock, NULL);
    condition_init(&director->begin);
    condition_init(&director->wake);
    condition_init(&director->idle);
    if (pthread_create(&director->thread, NULL, director_main, director) != 0) {
        free(director);
        return NULL;
    }
    return director;
}

void director_destroy(Director *director) {
    if (!director)
        return;
    director_stop(director);
    director_wait(director);
    pthread_mutex_lock(&director->lock);
    director->quit = true;
    pthread_cond_signal(&director->begin);
    pthread_mutex_unlock(&director->lock);
    pthread_join(director->thread, NULL);
    condition_destroy(&director->idle);
    condition_destroy(&director->wake);
    condition_destroy(&director->begin);
    pthread_mutex_destroy(&director->lock);
    reporter_destroy(&director->control.reporter);
    free(director);
}

static void prepare_control(Director *director, const SearchSetup *setup,
                            const SearchLimits *limits, const ReportSink *sink) {
    SearchControl *control = &director->control;
    control->table = setup->table;
    control->node_counters = director->node_counters;
    control->worker_count = pool_size(director->pool);
    control->root = setup->root;
    control->limits = *limits;
    control->multipv = setup->multipv;
    control->lead_is_under_way = start_others;
    control->lead_argument = director;
    control->budget = timeman_plan(limits, position_side(&setup->root->position),
                                   setup->overhead_ms, setup->ponder_option);
    atomic_store(&control->stop, false);
    atomic_store(&control->pondering, limits->ponder);
    atomic_store(&control->overdue, false);
    atomic_store(&control->clock_start_us, limits->start_us);
    for (int i = 0; i < control->worker_count; i++) {
        Worker *worker = pool_worker(director->pool, i);
        worker_reset_reports(worker);
        director->node_counters[i] = &worker->nodes;
    }
    table_new_search(setup->table);
    reporter_open(&control->reporter, sink);
}

static void start(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                  const ReportSink *sink, bool on_caller_thread) {
    director_wait(director);
    prepare_control(director, setup, limits, sink);
    pthread_mutex_lock(&director->lock);
    director->stop_requested = director->lead_done = false;
    director->on_caller_thread = on_caller_thread;
    director->state = DIRECTOR_STARTING;
    if (!on_caller_thread)
        pthread_cond_signal(&director->begin);
    pthread_mutex_unlock(&director->lock);
}

void director_go(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                 const ReportSink *sink) {
    start(director, setup, limits, sink, false);
}

void director_think(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                    const ReportSink *sink) {
    start(director, setup, limits, sink, true);
    conduct(director, true);
}

static bool is_running(const Director *director) {
    return director->state == DIRECTOR_STARTING || director->state == DIRECTOR_THINKING;
}

void director_stop(Director *director) {
    pthread_mutex_lock(&director->lock);
    bool running = is_running(director);
    if (running) {
        director->stop_requested = true;
        control_stop(&director->control);
    }
    pthread_mutex_unlock(&director->lock);
    if (running)
        pthread_cond_signal(&director->wake);
}

void director_ponderhit(Director *director) {
    SearchControl *control = &director->control;
    pthread_mutex_lock(&director->lock);
    if (is_running(director) && atomic_load(&control->pondering)) {
        atomic_store(&control->clock_start_us, clock_now_us());
        atomic_store(&control->pondering, false);
        if (atomic_load(&control->overdue))
            director->stop_requested = true;
    }
    pthread_mutex_unlock(&director->lock);
    pthread_cond_signal(&director->wake);
}

bool director_is_searching(Director *director) {
    pthread_mutex_lock(&director->lock);
    bool running = is_running(director);
    pthread_mutex_unlock(&director->lock);
    return running;
}

void director_wait(Director *director) {
    pthread_mutex_lock(&director->lock);
    while (director->state != DIRECTOR_IDLE)
        pthread_cond_wait(&director->idle, &director->lock);
    pthread_mutex_unlock(&director->lock);
}

uint64_t director_nodes(Director *director) {
    pthread_mutex_lock(&director->lock);
    bool idle = director->state == DIRECTOR_IDLE;
    uint64_t nodes = idle ? director->last_nodes : control_nodes(&director->control);
    pthread_mutex_unlock(&director->lock);
    return nodes;
}
