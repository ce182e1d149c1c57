#include "tools/epd/run.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/processors.h"
#include "engine/placement_report.h"

/* What the threads that drive an engine each share. */
typedef struct Run {
    const EpdSuite *suite;
    const EpdSettings *settings;
    EpdAttempt *attempts;
    size_t attempt_count;
    void (*finished)(void *context, size_t index);
    void *context;
    pthread_mutex_t lock;
    int shares;  /* engines that are kept apart; 0: they are not */
    size_t next; /* attempt to look at, guarded by lock, like what follows */
    EpdPlaces places;
    const char *fault; /* what ended the run, or NULL */
} Run;

/* A thread and the engine that it drives. */
typedef struct Driver {
    pthread_t thread;
    Run *run;
    int index; /* of the engine */
} Driver;

/* An engine as asked for, made by the thread that is to drive it; NULL, with a reason, without
 * memory. */
static Engine *create_engine(const Driver *driver, const char **fault) {
    const EpdSettings *settings = driver->run->settings;
    Engine *engine = engine_create();
    if (!engine) {
        *fault = "not enough memory for an engine";
        return NULL;
    }
    engine_share_network(engine, settings->network_of);
    engine_set_threads(engine, settings->threads);
    engine_set_hash(engine, settings->hash_mib);
    if (driver->run->shares > 1)
        engine_set_share(engine, driver->index, driver->run->shares);
    bool prepared = engine_prepare(engine);
    if (prepared && engine_threads(engine) == settings->threads)
        return engine;
    *fault = prepared ? "the system refuses so many threads" : "not enough memory for --hash";
    engine_destroy(engine);
    return NULL;
}

/* Whether the kernel says that each thread is where it was to be. */
static bool is_bound(Engine *engine) {
    PlacementReport *report = engine_placement_report(engine);
    bool bound = report;
    for (int i = 0; bound && i < report->thread_count; i++)
        bound = report->threads[i].is_planned && report->threads[i].is_as_planned;
    placement_report_destroy(report);
    return bound;
}

/* The next attempt to make; false when none is left. */
static bool take_attempt(Run *run, size_t *index) {
    pthread_mutex_lock(&run->lock);
    while (run->next < run->attempt_count && run->attempts[run->next].done)
        run->next++;
    bool taken = !run->fault && run->next < run->attempt_count;
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

static void fail(Run *run, const char *fault) {
    pthread_mutex_lock(&run->lock);
    run->fault = fault;
    pthread_mutex_unlock(&run->lock);
}

static void *drive_engine(void *argument) {
    const Driver *driver = argument;
    Run *run = driver->run;
    const char *fault = NULL;
    Engine *engine = create_engine(driver, &fault);
    if (!engine) {
        fail(run, fault);
        return NULL;
    }
    if (run->shares > 1 && !is_bound(engine)) {
        pthread_mutex_lock(&run->lock);
        run->places = EPD_REFUSED;
        pthread_mutex_unlock(&run->lock);
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

/* Starts up to `wanted` engines and waits for all of them. */
static void drive_engines(Run *run, Driver *drivers, int wanted) {
    int started = 0;
    for (; started < wanted; started++) {
        Driver *driver = &drivers[started];
        *driver = (Driver){.run = run, .index = started};
        if (pthread_create(&driver->thread, NULL, drive_engine, driver) != 0) {
            fail(run, "the system refuses so many threads");
            break;
        }
    }
    for (int i = 0; i < started; i++)
        pthread_join(drivers[i].thread, NULL);
}

const char *epd_run(const EpdSuite *suite, const EpdSettings *settings, EpdAttempt *attempts,
                    EpdPlaces *places, void (*finished)(void *context, size_t index),
                    void *context) {
    Run run = {
        .suite = suite,
        .settings = settings,
        .attempts = attempts,
        .attempt_count = suite->count * (size_t)settings->repeat,
        .finished = finished,
        .context = context,
    };
    size_t left = count_left(&run);
    int wanted = (size_t)settings->engines < left ? settings->engines : (int)left;
    if (wanted > 1 && (int64_t)wanted * settings->threads <= processors_allowed()) {
        run.shares = wanted;
        run.places = EPD_BOUND;
    }
    Driver *drivers = calloc((size_t)wanted + 1, sizeof *drivers);
    if (!drivers)
        return "not enough memory";
    pthread_mutex_init(&run.lock, NULL);
    drive_engines(&run, drivers, wanted);
    pthread_mutex_destroy(&run.lock);
    free(drivers);
    *places = run.places;
    return run.fault;
}
