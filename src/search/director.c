#include "search/director.h"

#include "base/clock.h"
#include "base/condition.h"
#include "base/guard.h"
#include "base/integers.h"
#include "base/memory.h"
#include "base/scheduling.h"
#include "chess/cycle.h"
#include "search/bulletin.h"
#include "search/decisions.h"
#include "search/node_clock.h"
#include "search/reduction.h"
#include "search/root.h"
#include "search/tablebase.h"
#include "search/verdict.h"

/* How long the best move waits for workers that have not noticed the end yet. */
#define STRAGGLER_GRACE_US 1000

/* No bulletins in so short a time before the deadline: writing one may take a while. */
#define QUIET_US 20000

typedef enum DirectorState {
    DIRECTOR_BEGINNING, /* its thread has not begun to wait */
    DIRECTOR_IDLE,
    DIRECTOR_STARTING, /* `go` has been given */
    DIRECTOR_THINKING,
    DIRECTOR_REPORTING /* the best move is known; not all workers may have gone to sleep yet */
} DirectorState;

/* What a search for a move has found, for the one for the same side's next. */
typedef struct LastMove {
    int fullmove; /* of the root; 0 without one */
    Color side;
    Score score;
} LastMove;

struct Director {
    Pool *pool;
    SearchControl control;
    const _Atomic uint64_t *node_counters[POOL_MAX_WORKERS + PARTNERS_MAX];
    const _Atomic uint64_t *hit_counters[POOL_MAX_WORKERS + PARTNERS_MAX];
    _Atomic PackedBallot ballots[POOL_MAX_WORKERS];

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t begin; /* for the director's thread: there is a search to conduct */
    pthread_cond_t wake;  /* for who conducts it: something below has changed */
    pthread_cond_t idle;  /* for callers: state has become DIRECTOR_IDLE */
    DirectorState state;  /* this and the next six are guarded by lock */
    uint64_t last_nodes;  /* of the last search */
    bool on_caller_thread;
    SearchEnd asked_end; /* why it must end now: SEARCH_END_STOP, SEARCH_END_TIME or _NONE */
    bool main_done;
    SearchEnd main_end; /* why the main thread is done */
    bool quit;

    NodeClock node_clock;
    LastMove last_move;
    Bulletin bulletin;
    Verdict verdict;
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

static void note_main_done(Director *director, SearchEnd end) {
    pthread_mutex_lock(&director->lock);
    director->main_done = true;
    director->main_end = end;
    pthread_cond_signal(&director->wake);
    pthread_mutex_unlock(&director->lock);
}

static void main_search(Worker *worker, Director *director) {
    tablebase_begin(worker, &director->control);
    worker_begin(worker, &director->control);
    SearchEnd end = root_search(worker);
    decisions_census(&director->control, worker);
    control_stop(&director->control);
    note_main_done(director, end);
}

/* A helper whose turn comes after the end does not begin; those that still wait then are woken only
 * when the best move has been reported. */
static void help_search(Worker *worker, SearchControl *control) {
    if (control->takes_turns)
        turnstile_enter(&control->turnstile);
    if (!control_stopped(control)) {
        worker_begin(worker, control);
        root_search(worker);
    }
    if (control->takes_turns)
        turnstile_leave(&control->turnstile, !control_stopped(control));
}

static void search_task(Worker *worker, void *argument) {
    Director *director = argument;
    const unsigned blocked = director->control.tablebase_rules.tables ? guard_admit() : 0;
    if (worker->index == 0)
        main_search(worker, director);
    else if (!control_stopped(&director->control))
        help_search(worker, &director->control);
    guard_restore(blocked);
}

/* The others follow when the main thread has a move to play: among more threads than there are
 * processors its first ply could take seconds. */
static void start_others(void *argument) {
    Director *director = argument;
    pool_start(director->pool, 1, director->control.worker_count, search_task, director);
}

static bool is_open_ended(const Director *director) {
    return director->control.limits.infinite || atomic_load(&director->control.pondering);
}

/* Whether the best move is held back though the main thread is done: when all has been searched
 * before the move time is over, or in a search without any limit, which only `stop` ends. The
 * caller holds the lock. */
static bool outlasts_main(const Director *director) {
    const SearchControl *control = &director->control;
    const SearchLimits *limits = &control->limits;
    if (is_open_ended(director))
        return true;
    if (director->main_end != SEARCH_END_EXHAUSTED)
        return false;
    if (control->budget.limited) /* nodes would not become more */
        return !control->budget.adjustable && control->setup.options.nodes_time == 0;
    return limits->depth == 0 && limits->nodes == 0 && limits->soft_nodes == 0 && limits->mate == 0;
}

/* Whether the workers are to stop now. The caller holds the lock. */
static bool must_end(const Director *director) {
    return director->asked_end != SEARCH_END_NONE ||
           (director->main_done && !outlasts_main(director));
}

/* When the next bulletin is due, unless it could make the deadline pass. The caller holds the lock.
 */
static int64_t bulletin_us(const Director *director, int64_t deadline) {
    int64_t due = bulletin_due_us(&director->bulletin);
    return director->main_done || due > deadline - QUIET_US ? INT64_MAX : due;
}

static void send_bulletin(Director *director) {
    pthread_mutex_unlock(&director->lock);
    bulletin_send(&director->bulletin);
    pthread_mutex_lock(&director->lock);
}

/* When the time is over, by clock_now_us(). Where nodes are the unit the main thread looks. */
static int64_t deadline_us(const Director *director) {
    const SearchControl *control = &director->control;
    const bool none = is_open_ended(director) || control->setup.options.nodes_time > 0;
    return none ? INT64_MAX : control_deadline_us(control);
}

/* Sleeps until the search must end, but for the bulletins. */
static void await_end(Director *director) {
    pthread_mutex_lock(&director->lock);
    while (!must_end(director)) {
        int64_t deadline = deadline_us(director);
        int64_t bulletin = bulletin_us(director, deadline);
        int64_t now = clock_now_us();
        if (now >= deadline)
            director->asked_end = SEARCH_END_TIME;
        else if (now >= bulletin)
            send_bulletin(director);
        else
            condition_wait_until(&director->wake, &director->lock, int64_min(bulletin, deadline));
    }
    pthread_mutex_unlock(&director->lock);
}

/* Says why the search ends. */
static void tell_end(Director *director) {
    pthread_mutex_lock(&director->lock);
    SearchEnd end =
        director->asked_end != SEARCH_END_NONE ? director->asked_end : director->main_end;
    pthread_mutex_unlock(&director->lock);
    decisions_end(&director->control, end);
}

/* A search that is given up while it ponders was for a position that did not arise. */
static void note_last_move(Director *director, Score score) {
    const Position *root = &director->control.setup.root->position;
    if (score != SCORE_NONE && !atomic_load(&director->control.pondering))
        director->last_move = (LastMove){root->fullmove, position_side(root), score};
}

/* A worker that reads a table for so long after the end may read one that has been cut. */
#define TABLES_GRACE_US 250000

/* Waits until every worker is parked. */
static void await_parking(Director *director) {
    while (!pool_wait_until(director->pool, clock_now_us() + TABLES_GRACE_US))
        syzygy_rescue(director->control.tablebase_rules.tables);
}

/* Waits for the workers to notice the end. Where there are more of them than processors
 * that takes long; what late ones have published is used as it is. The main thread is waited for
 * until it has searched one ply, or FIRST_PLY_NODES of it, so that there is a move to play, and,
 * where a mate was asked for, until it has said what is known of it. */
static void await_results(Director *director) {
    const SearchControl *control = &director->control;
    if (!control->takes_turns)
        pool_wait_until(director->pool, clock_now_us() + STRAGGLER_GRACE_US);
    if (control_ballot(control, 0).move != MOVE_NONE && control->limits.mate == 0)
        return;
    pthread_mutex_lock(&director->lock);
    while (!director->main_done) {
        if (!condition_wait_until(&director->wake, &director->lock,
                                  clock_now_us() + TABLES_GRACE_US))
            syzygy_rescue(control->tablebase_rules.tables);
    }
    pthread_mutex_unlock(&director->lock);
}

/* Ends a search that no worker can be had for, not even a guest of the pool. */
static void do_without_main(Director *director) {
    reporter_message(&director->control.reporter,
                     "no memory to search with: the first legal move is played");
    note_main_done(director, SEARCH_END_EXHAUSTED);
}

/* What was pondered costs nothing, if the move came to nothing. */
static void stop_node_clock(Director *director) {
    const SearchControl *control = &director->control;
    if (!atomic_load(&control->pondering))
        node_clock_stop(&director->node_clock, position_side(&control->setup.root->position),
                        &control->limits,
                        control_clock_us(control) - atomic_load(&control->clock_start_us));
}

/* One search, from the waking of the workers to their parking. */
static void conduct(Director *director, bool on_caller_thread) {
    SearchControl *control = &director->control;
    tunables_use(control->setup.tunables); /* for the vote */
    set_state(director, DIRECTOR_THINKING);
    decisions_budget(control);
    if (control->worker_count == 0)
        do_without_main(director);
    else if (on_caller_thread)
        search_task(pool_worker(director->pool, 0), director);
    else
        pool_start(director->pool, 0, 1, search_task, director);
    await_end(director);
    control_stop(control);
    if (control->setup.partners)
        control->setup.partners->stop(control->setup.partners->context);
    await_results(director);
    set_state(director, DIRECTOR_REPORTING);
    tell_end(director);
    note_last_move(director, verdict_report(&director->verdict, control, director->pool));
    turnstile_open(&control->turnstile);
    await_parking(director);
    stop_node_clock(director);
    set_state(director, DIRECTOR_IDLE);
}

static void *director_main(void *argument) {
    Director *director = argument;
    scheduling_prefer(TURNS_SHORT);
    set_state(director, DIRECTOR_IDLE);
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
    Director *director = memory_allocate(_Alignof(Director), sizeof *director);
    if (!director)
        return NULL;
    *director = (Director){
        .pool = pool,
        .control = {.node_counters = director->node_counters,
                    .hit_counters = director->hit_counters,
                    .ballots = director->ballots,
                    .main_is_under_way = start_others,
                    .main_argument = director},
    };
    reduction_init();
    cycle_init();
    reporter_init(&director->control.reporter);
    turnstile_init(&director->control.turnstile);
    pthread_mutex_init(&director->lock, NULL);
    condition_init(&director->begin);
    condition_init(&director->wake);
    condition_init(&director->idle);
    /* Where no main thread can be had it does the work of one. */
    const ThreadPlace place = {.stack_bytes = POOL_STACK_BYTES};
    if (binding_create_thread(&director->thread, &place, director_main, director) ==
        BINDING_NO_THREAD) {
        memory_free(director);
        return NULL;
    }
    /* The machine is read in a child (topology_read_this_system()), which a sanitizer's allocator
     * that this thread was about to use at the fork would never serve. */
    director_wait(director);
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
    pthread_cond_destroy(&director->idle);
    pthread_cond_destroy(&director->wake);
    pthread_cond_destroy(&director->begin);
    pthread_mutex_destroy(&director->lock);
    turnstile_destroy(&director->control.turnstile);
    reporter_destroy(&director->control.reporter);
    memory_free(director);
}

static Score last_score(const LastMove *last, const Position *root) {
    return last->fullmove > 0 && root->fullmove == last->fullmove + 1 &&
                   position_side(root) == last->side
               ? last->score
               : SCORE_NONE;
}

static int seats_beside_main(int processors) {
    return int_max(processors - 1, 1);
}

static void begin_workers(Director *director) {
    SearchControl *control = &director->control;
    for (int i = 0; i < pool_size(director->pool); i++)
        worker_reset_reports(pool_worker(director->pool, i));
    for (int i = 0; i < control->worker_count; i++) {
        const Worker *worker = pool_worker(director->pool, i);
        director->node_counters[i] = &worker->nodes;
        director->hit_counters[i] = &worker->tablebase_hits;
        atomic_store_explicit(&director->ballots[i], 0, memory_order_relaxed);
    }
    if (control->takes_turns)
        turnstile_close(&control->turnstile, seats_beside_main(control->setup.processors));
}

static void begin_partners(Director *director) {
    SearchControl *control = &director->control;
    const SearchPartners *partners = control->setup.partners;
    const int workers = control->worker_count;
    for (int i = 0; i < control->partner_count; i++) {
        director->node_counters[workers + i] = &partners->partners[i].nodes;
        director->hit_counters[workers + i] = &partners->partners[i].tablebase_hits;
    }
    pthread_mutex_lock(&director->lock);
    director->last_nodes = 0; /* who is told that it begins may ask at once */
    pthread_mutex_unlock(&director->lock);
    control->outboxes = partners ? partners->begin(partners->context, &control->limits,
                                                   control->setup.table, workers)
                                 : NULL;
}

static void plan_time(Director *director) {
    SearchControl *control = &director->control;
    const SearchOptions *options = &control->setup.options;
    const Position *root = &control->setup.root->position;
    const Color side = position_side(root);
    timeman_complete_clock(&control->limits, side);
    node_clock_start(&director->node_clock, options->nodes_time, side, &control->limits);
    control->budget = timeman_plan(&control->limits, side, root->fullmove, options);
    control->last_score = last_score(&director->last_move, root);
}

static void prepare(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                    const ReportSink *sink) {
    SearchControl *control = &director->control;
    tunables_use(setup->tunables); /* for the time budget */
    control_begin(control, setup, limits, pool_size(director->pool));
    plan_time(director);
    begin_workers(director);
    tt_new_search(setup->table);
    begin_partners(director);
    reporter_open(&control->reporter, sink);
    bulletin_begin(&director->bulletin, control, director->pool);
}

static void start(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                  const ReportSink *sink, bool on_caller_thread) {
    director_wait(director);
    prepare(director, setup, limits, sink);
    pthread_mutex_lock(&director->lock);
    director->asked_end = director->main_end = SEARCH_END_NONE;
    director->main_done = false;
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
        if (director->asked_end == SEARCH_END_NONE)
            director->asked_end = SEARCH_END_STOP;
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
        const int64_t now = control_clock_us(control);
        atomic_store(&control->clock_start_us, now);
        atomic_store(&control->pondering, false);
        bool spent =
            control->budget.limited && now - control->limits.start_us >= control->budget.maximum_us;
        if (director->asked_end == SEARCH_END_NONE && !is_open_ended(director) &&
            (spent || atomic_load(&control->overdue))) {
            director->asked_end = SEARCH_END_TIME;
            control_stop(control); /* who conducts the search may be busy as the pool's guest */
        }
    }
    pthread_mutex_unlock(&director->lock);
    pthread_cond_signal(&director->wake);
}

void director_new_game(Director *director) {
    director_wait(director);
    node_clock_reset(&director->node_clock);
    director->last_move = (LastMove){0};
}

bool director_is_searching(Director *director) {
    pthread_mutex_lock(&director->lock);
    const bool idle = director->state == DIRECTOR_IDLE;
    pthread_mutex_unlock(&director->lock);
    return !idle;
}

void director_wait(Director *director) {
    director_wait_until(director, INT64_MAX);
}

bool director_wait_until(Director *director, int64_t deadline_us) {
    pthread_mutex_lock(&director->lock);
    bool in_time = true;
    while (director->state != DIRECTOR_IDLE && in_time)
        in_time = condition_wait_until(&director->idle, &director->lock, deadline_us);
    const bool idle = director->state == DIRECTOR_IDLE;
    pthread_mutex_unlock(&director->lock);
    return idle;
}

uint64_t director_nodes(Director *director) {
    pthread_mutex_lock(&director->lock);
    bool idle = director->state == DIRECTOR_IDLE;
    uint64_t nodes = idle ? director->last_nodes : control_nodes(&director->control);
    pthread_mutex_unlock(&director->lock);
    return nodes;
}
