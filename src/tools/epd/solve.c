#include <pthread.h>

#include "base/clock.h"
#include "base/condition.h"
#include "tools/epd/watch.h"

/* Between two questions whether to give up. */
#define PATIENCE_US 20000

/* What the engine's threads tell, and the thread that waits for it. */
typedef struct Solver {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    EpdWatch watch; /* guarded by lock, like what follows */
    bool settled;   /* the attempt is final, whatever the engine still says */
    bool finished;  /* the engine is done */
} Solver;

static void on_iteration(void *context, const IterationReport *report) {
    Solver *solver = context;
    const ReportLine *line = &report->lines[0];
    if (line->length < 1)
        return;
    const EpdNews news = {line->moves[0], line->score,           line->bound,
                          line->depth,    report->figures.nodes, report->figures.elapsed_us};
    pthread_mutex_lock(&solver->lock);
    if (!solver->settled) {
        solver->settled = epd_watch_line(&solver->watch, &news);
        if (solver->settled)
            pthread_cond_signal(&solver->changed);
    }
    pthread_mutex_unlock(&solver->lock);
}

static void on_best_move(void *context, const BestMoveReport *report) {
    Solver *solver = context;
    const EpdNews news = {.move = report->best,
                          .score = report->score,
                          .nodes = report->figures.nodes,
                          .elapsed_us = report->figures.elapsed_us};
    pthread_mutex_lock(&solver->lock);
    if (!solver->settled)
        epd_watch_end(&solver->watch, &news);
    solver->settled = solver->finished = true;
    pthread_cond_signal(&solver->changed);
    pthread_mutex_unlock(&solver->lock);
}

/* Sleeps until the engine is done; stops it as soon as nothing it says matters any more. */
static void await_end(Solver *solver, Engine *engine, bool (*gives_up)(void *context),
                      void *context) {
    pthread_mutex_lock(&solver->lock);
    while (!solver->settled) {
        condition_wait_until(&solver->changed, &solver->lock, clock_now_us() + PATIENCE_US);
        if (!solver->settled && gives_up(context)) {
            solver->settled = true;
            solver->watch.attempt.done = false;
        }
    }
    bool stop = !solver->finished;
    pthread_mutex_unlock(&solver->lock);
    if (stop)
        engine_stop(engine);
    engine_wait(engine);
}

EpdAttempt epd_solve(Engine *engine, const EpdEntry *entry, const EpdLimits *limits,
                     bool (*gives_up)(void *context), void *context) {
    Solver solver = {.watch = epd_watch_begin(entry, limits)};
    pthread_mutex_init(&solver.lock, NULL);
    condition_init(&solver.changed);
    engine_set_root(engine, &entry->position);
    engine_new_game(engine);
    engine_prepare(engine); /* before the clock starts */
    const ReportSink sink = {
        .context = &solver, .iteration = on_iteration, .best_move = on_best_move};
    SearchLimits search = {
        .has_movetime = limits->movetime_ms > 0,
        .movetime_ms = limits->movetime_ms,
        .nodes = limits->nodes,
        .depth = limits->depth,
        .mate = limits->mate,
        .start_us = clock_now_us(),
    };
    engine_go(engine, &search, &sink);
    await_end(&solver, engine, gives_up, context);
    pthread_cond_destroy(&solver.changed);
    pthread_mutex_destroy(&solver.lock);
    return solver.watch.attempt;
}
