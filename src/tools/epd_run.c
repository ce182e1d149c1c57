#include "tools/epd_run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the threads that drive an engine each share. */
typedef struct Run {
    const EpdSuite *suite;
    const EpdSettings *settings;
    EpdAttempt *attempts;
    size_t attempt_count;
    void (*finished)(void *context, size_t index);
    void *context;
    pthread_mutex_t lock;
    size_t next;       /* attempt to look at, guarded by lock, like what follows */
    const char *fault; /* what ended the run, or NULL */
} Run;

/* An engine as asked for, made by the thread that is to drive it; NULL, with a reason, without
 * memory. */
static Engine *create_engine(const EpdSettings *settings, const char **fault) {
    Engine *engine = engine_create();
    if (engine == NULL) {
        *fault = "not enough memory for an engine";
        return NULL;
    }
    engine_set_threads(engine, settings->threads);
    engine_set_hash(engine, settings->hash_mib);
    bool prepared = engine_prepare(engine);
    if (prepared && engine_threads(engine) == settings->threads)
        return engine;
    *fault = prepared ? "the system refuses so many threads" : "not enough memory for --hash";
    engine_destroy(engine);
    return NULL;
}

/* The next attempt to make; false when none is left. */
static bool take_attempt(Run *run, size_t *index) {
    pthread_mutex_lock(&run->lock);
    while (run->next < run->attempt_count && run->attempts[run->next].done)
        run->next++;
    bool taken = run->fault == NULL && run->next < run->attempt_count;
    if (taken)
        *index = run->next++;
    pthread_mutex_unlock(&run->lock);
    return taken;
}

static void deliver(Run *run, size_t index, const EpdAttempt *attempt) {
    pthread_mutex_lock(&run->lock);
    run->attempts[index] = *attempt;
    run->finished(run->context, index);
    pthread_mutex_unlock(&run->lock);
}

static void *drive_engine(void *argument) {
    Run *run = argument;
    const char *fault = NULL;
    Engine *engine = create_engine(run->settings, &fault);
    if (engine == NULL) {
        pthread_mutex_lock(&run->lock);
        run->fault = fault;
        pthread_mutex_unlock(&run->lock);
        return NULL;
    }
    size_t index;
    while (take_attempt(run, &index)) {
        const EpdEntry *entry = run->suite->entries[index / (size_t)run->settings->repeat];
        EpdAttempt attempt = epd_solve(engine, entry, &run->settings->limits);
        deliver(run, index, &attempt);
    }
    engine_destroy(engine);
    return NULL;
}

static size_t count_left(const Run *run) {
    size_t left = 0;
    for (size_t i = 0; i < run->attempt_count; i++)
        left += !run->attempts[i].done;
    return left;
}

bool epd_run(const EpdSuite *suite, const EpdSettings *settings, EpdAttempt *attempts,
             void (*finished)(void *context, size_t index), void *context, char *error,
             size_t error_size) {
    Run run = {
        .suite = suite,
        .settings = settings,
        .attempts = attempts,
        .attempt_count = suite->count * (size_t)settings->repeat,
        .finished = finished,
        .context = context,
    };
    size_t left = count_left(&run);
    size_t wanted = (size_t)settings->engines < left ? (size_t)settings->engines : left;
    pthread_t *threads = calloc(wanted + 1, sizeof(pthread_t));
    if (threads == NULL) {
        snprintf(error, error_size, "not enough memory");
        return false;
    }
    pthread_mutex_init(&run.lock, NULL);
    size_t started = 0;
    while (started < wanted && pthread_create(&threads[started], NULL, drive_engine, &run) == 0)
        started++;
    if (started < wanted) {
        pthread_mutex_lock(&run.lock);
        run.fault = "the system refuses so many threads";
        pthread_mutex_unlock(&run.lock);
    }
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&run.lock);
    free(threads);
    if (run.fault != NULL)
        snprintf(error, error_size, "%s", run.fault);
    return run.fault == NULL;
}
