#include "tools/epd/solve.h"

#include <pthread.h>

#include "base/clock.h"

/* What the engine's threads tell, and the thread that waits for it. */
typedef struct Solver {
    const EpdEntry *entry;
    int stable; /* plies, 0 for no early end */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    EpdAttempt attempt; /* guarded by lock, like what follows */
    int stable_depth;   /* at which the answer became right, and has stayed so */
    bool settled;       /* the attempt is final, whatever the engine still says */
    bool finished;      /* the engine is done */
} Solver;

/* Takes the move that is best after elapsed_us. */
static void note_best(Solver *solver, Move move, Score score, int64_t elapsed_us) {
    EpdAttempt *attempt = &solver->attempt;
    attempt->move = move;
    attempt->score = score;
    attempt->elapsed_us = elapsed_us;
    attempt->solved = epd_entry_is_solved(solver->entry, move, score);
    if (!attempt->solved) {
        attempt->stable_us = -1;
        return;
    }
    if (attempt->first_us < 0)
        attempt->first_us = elapsed_us;
    if (attempt->stable_us < 0) {
        attempt->stable_us = elapsed_us;
        solver->stable_depth = attempt->depth;
    }
}

static void on_iteration(void *context, const IterationReport *report) {
    Solver *solver = context;
    const ReportLine *line = &report->lines[0];
    /* A score that is at most so much says nothing in favour of its move. */
    if (line->length < 1 || line->bound == BOUND_UPPER)
        return;
    pthread_mutex_lock(&solver->lock);
    if (!solver->settled) {
        solver->attempt.nodes = report->figures.nodes;
        solver->attempt.depth = line->depth;
        note_best(solver, line->moves[0], line->score, report->figures.elapsed_us);
        solver->settled = solver->stable > 0 && solver->attempt.solved &&
                          line->bound == BOUND_EXACT &&
                          line->depth >= solver->stable_depth + solver->stable;
        if (solver->settled)
            pthread_cond_signal(&solver->changed);
    }
    pthread_mutex_unlock(&solver->lock);
}

static void on_best_move(void *context, const BestMoveReport *report) {
    Solver *solver = context;
    pthread_mutex_lock(&solver->lock);
    if (!solver->settled) {
        solver->attempt.nodes = report->figures.nodes;
        note_best(solver, report->best, report->score, report->figures.elapsed_us);
    }
    solver->settled = solver->finished = true;
    pthread_cond_signal(&solver->changed);
    pthread_mutex_unlock(&solver->lock);
}

/* Sleeps until the engine is done; stops it as soon as nothing it says matters any more. */
static void await_end(Solver *solver, Engine *engine) {
    pthread_mutex_lock(&solver->lock);
    while (!solver->settled)
        pthread_cond_wait(&solver->changed, &solver->lock);
    bool stop = !solver->finished;
    pthread_mutex_unlock(&solver->lock);
    if (stop)
        engine_stop(engine);
    engine_wait(engine);
}

EpdAttempt epd_solve(Engine *engine, const EpdEntry *entry, const EpdLimits *limits) {
    Solver solver = {
        .entry = entry,
        .stable = limits->stable,
        .attempt = {.done = true, .first_us = -1, .stable_us = -1},
    };
    pthread_mutex_init(&solver.lock, NULL);
    pthread_cond_init(&solver.changed, NULL);
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
    await_end(&solver, engine);
    pthread_cond_destroy(&solver.changed);
    pthread_mutex_destroy(&solver.lock);
    return solver.attempt;
}
