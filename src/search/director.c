#include "search/director.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/scheduling.h"
#include "search/reduction.h"
#include "search/root.h"
#include "search/vote.h"

/* How long the best move waits, once the lead has ended, for workers that have not been scheduled
 * to notice the end. */
#define STRAGGLER_GRACE_US 2000

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
    pthread_cond_t wake; /* for the director: something below has changed */
    pthread_cond_t idle; /* for callers: state has become DIRECTOR_IDLE */
    DirectorState state; /* the rest is guarded by lock */
    bool on_caller_thread;
    bool stop_requested;
    bool lead_done;
    bool quit;

    PublishedLine final_lines[MAX_MOVES];
};

static void set_state(Director *director, DirectorState state) {
    pthread_mutex_lock(&director->lock);
    director->state = state;
    if (state == DIRECTOR_IDLE)
        pthread_cond_broadcast(&director->idle);
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
    if (worker->index == 0)
        note_lead_done(director);
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
    while (!must_end(director)) {
        if (!control->budget.limited || atomic_load(&control->pondering)) {
            pthread_cond_wait(&director->wake, &director->lock);
            continue;
        }
        int64_t deadline = atomic_load(&control->clock_start_us) + control->budget.maximum_us;
        if (!condition_wait_until(&director->wake, &director->lock, deadline) &&
            !control->limits.infinite)
            break;
    }
    pthread_mutex_unlock(&director->lock);
}

static int choose_worker(Director *director, PublishedLine *line) {
    static const PublishedLine NOTHING = {0};
    Ballot ballots[POOL_MAX_WORKERS];
    int count = director->control.multipv > 1 ? 1 : director->control.worker_count;
    for (int i = 0; i < count; i++) {
        bool found = worker_published(pool_worker(director->pool, i), 0, line);
        ballots[i] = found ? (Ballot){line->pv[0], line->score, line->depth}
                           : (Ballot){MOVE_NONE, -SCORE_INFINITE, 0};
    }
    int chosen = vote_choose(ballots, count);
    if (!worker_published(pool_worker(director->pool, chosen), 0, line))
        *line = NOTHING;
    return chosen;
}

/* The best line of a root without a legal move: none, and the score says whether it is mate. */
static void report_no_move(Director *director, IterationReport *iteration,
                           BestMoveReport *best_move) {
    const Position *root = &director->control.root->position;
    Score score = position_in_check(root) ? score_mated_in(0) : SCORE_DRAW;
    ReportLine line = {.score = score, .bound = BOUND_EXACT};
    iteration->line_count = 1;
    iteration->lines = &line;
    best_move->score = score;
    reporter_close(&director->control.reporter, iteration, best_move);
}

static void report_lines(Director *director, int chosen, IterationReport *iteration,
                         BestMoveReport *best_move) {
    ReportLine lines[MAX_MOVES];
    int count = 0;
    Worker *worker = pool_worker(director->pool, chosen);
    while (count < MAX_MOVES && count < director->control.multipv &&
           worker_published(worker, count, &director->final_lines[count])) {
        const PublishedLine *line = &director->final_lines[count];
        lines[count++] = (ReportLine){.depth = line->depth,
                                      .selective_depth = line->selective_depth,
                                      .score = line->score,
                                      .bound = BOUND_EXACT,
                                      .length = line->length,
                                      .moves = line->pv};
    }
    iteration->line_count = count;
    iteration->lines = lines;
    reporter_close(&director->control.reporter, iteration, best_move);
}

/* Final line and best move. */
static void report_end(Director *director) {
    SearchControl *control = &director->control;
    PublishedLine best;
    int chosen = choose_worker(director, &best);
    IterationReport iteration = {
        .nodes = control_nodes(control),
        .elapsed_us = control_elapsed_us(control),
        .hash_full = table_fullness(control->table),
    };
    BestMoveReport best_move = {
        .best = best.length > 0 ? best.pv[0] : MOVE_NONE,
        .ponder = best.length > 1 ? best.pv[1] : MOVE_NONE,
        .score = best.score,
        .nodes = iteration.nodes,
        .elapsed_us = iteration.elapsed_us,
    };
    if (best.length == 0)
        report_no_move(director, &iteration, &best_move);
    else
        report_lines(director, chosen, &iteration, &best_move);
}

/* The lead has at least searched one ply when it ends, so that there is a move to play. */
static void await_lead(Director *director) {
    pthread_mutex_lock(&director->lock);
    while (!director->lead_done)
        pthread_cond_wait(&director->wake, &director->lock);
    pthread_mutex_unlock(&director->lock);
}

/* One search, from the waking of the workers to their parking. */
static void conduct(Director *director, bool on_caller_thread) {
    SearchControl *control = &director->control;
    set_state(director, DIRECTOR_THINKING);
    pool_start(director->pool, on_caller_thread, search_task, director);
    if (on_caller_thread)
        search_task(pool_worker(director->pool, 0), director);
    await_end(director);
    control_stop(control);
    await_lead(director);
    pool_wait_until(director->pool, clock_now_us() + STRAGGLER_GRACE_US);
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
            pthread_cond_wait(&director->wake, &director->lock);
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
    pthread_cond_signal(&director->wake);
    pthread_mutex_unlock(&director->lock);
    pthread_join(director->thread, NULL);
    condition_destroy(&director->idle);
    condition_destroy(&director->wake);
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
    pthread_cond_signal(&director->wake);
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
    if (is_running(director)) {
        director->stop_requested = true;
        control_stop(&director->control);
        pthread_cond_signal(&director->wake);
    }
    pthread_mutex_unlock(&director->lock);
}

void director_ponderhit(Director *director) {
    SearchControl *control = &director->control;
    pthread_mutex_lock(&director->lock);
    if (is_running(director) && atomic_load(&control->pondering)) {
        atomic_store(&control->clock_start_us, clock_now_us());
        atomic_store(&control->pondering, false);
        if (atomic_load(&control->overdue))
            director->stop_requested = true;
        pthread_cond_signal(&director->wake);
    }
    pthread_mutex_unlock(&director->lock);
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

uint64_t director_nodes(const Director *director) {
    return control_nodes(&director->control);
}
