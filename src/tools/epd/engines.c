#include "tools/epd/engines.h"
#include "engine/engine_insider.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/processors.h"
#include "engine/placement_report.h"

/* A thread and the engine that it drives. */
typedef struct Driver {
    pthread_t thread;
    EpdEngines *all;
    int index;      /* of the engine, which is one of these two: */
    Engine *engine; /* made by the thread */
    Guest *guest;
} Driver;

struct EpdEngines {
    const EpdSettings *settings;
    const EpdSource *source;
    int shares;              /* engines that are kept apart; 0: they are not */
    _Atomic bool has_failed; /* set under the lock, over what follows */
    pthread_mutex_t lock;
    bool refused; /* see epd_engines_end() */
    Reason fault;
    int count;   /* of those that share the processors */
    int started; /* of them */
    Driver drivers[];
};

/* Makes an engine of our own as asked for; false, with a line in error, without memory. */
static bool create_engine(Driver *driver, Reason *error) {
    const EpdEngines *all = driver->all;
    const EpdSettings *settings = all->settings;
    Engine *engine = driver->engine = engine_create();
    if (!engine)
        return reason_set(error, "not enough memory or threads for an engine");
    engine_share_network(engine, settings->network_of);
    engine_set_threads(engine, settings->threads);
    engine_set_hash(engine, settings->hash_mib);
    if (all->shares > 1)
        engine_set_share(engine, settings->sharer * all->count + driver->index, all->shares);
    if (!engine_prepare(engine))
        return reason_set(error, "not enough memory for --hash");
    return engine_threads(engine) == settings->threads ||
           reason_set(error, "the system refuses so many threads");
}

/* The same for a guest. */
static bool start_guest(Driver *driver, Reason *error) {
    const EpdSettings *settings = driver->all->settings;
    const EpdSource *source = driver->all->source;
    const GuestTerms terms = {.threads = settings->threads,
                              .hash_mib = settings->hash_mib,
                              .grace_ms = settings->grace_ms,
                              .gives_up = source->gives_up,
                              .gives_up_context = source->context};
    Reason reason;
    driver->guest = guest_start(settings->guest, &terms, &reason);
    return driver->guest || reason_set(error, "%s: %s", settings->guest_name, reason.text);
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

static void fail(EpdEngines *all, const Reason *fault) {
    pthread_mutex_lock(&all->lock);
    all->fault = *fault;
    atomic_store(&all->has_failed, true);
    pthread_mutex_unlock(&all->lock);
}

static EpdAttempt attempt_at(const Driver *driver, const EpdEntry *entry) {
    const EpdLimits *limits = &driver->all->settings->limits;
    const EpdSource *source = driver->all->source;
    return driver->guest
               ? epd_solve_guest(driver->guest, entry, limits)
               : epd_solve(driver->engine, entry, limits, source->gives_up, source->context);
}

static void *drive_engine(void *argument) {
    Driver *driver = argument;
    EpdEngines *all = driver->all;
    const EpdSource *source = all->source;
    Reason fault;
    const bool is_ready =
        all->settings->guest ? start_guest(driver, &fault) : create_engine(driver, &fault);
    if (!is_ready && !source->gives_up(source->context))
        fail(all, &fault);
    const bool bound = is_ready && all->shares > 1 && is_bound(driver->engine);
    if (is_ready && all->shares > 1 && !bound) {
        pthread_mutex_lock(&all->lock);
        all->refused = true;
        pthread_mutex_unlock(&all->lock);
    }
    EpdTask task;
    while (is_ready && !epd_engines_have_failed(all) && source->take(source->context, &task)) {
        EpdAttempt attempt = attempt_at(driver, &task.entry);
        attempt.is_bound = bound;
        if (attempt.done)
            source->deliver(source->context, task.index, &attempt);
    }
    guest_end(driver->guest);
    engine_destroy(driver->engine);
    return NULL;
}

EpdEngines *epd_engines_begin(const EpdSettings *settings, const EpdSource *source, int count,
                              int needed) {
    EpdEngines *all = calloc(1, sizeof *all + (size_t)needed * sizeof all->drivers[0]);
    if (!all)
        return NULL;
    all->settings = settings;
    all->source = source;
    const int64_t together = (int64_t)settings->sharers * count;
    if (together > 1 && !settings->guest && together * settings->threads <= processors_allowed())
        all->shares = (int)together;
    pthread_mutex_init(&all->lock, NULL);
    all->count = count;
    for (; all->started < needed; all->started++) {
        Driver *driver = &all->drivers[all->started];
        *driver = (Driver){.all = all, .index = all->started};
        if (pthread_create(&driver->thread, NULL, drive_engine, driver) != 0) {
            Reason fault;
            reason_set(&fault, "the system refuses so many threads");
            fail(all, &fault);
            break;
        }
    }
    return all;
}

bool epd_engines_have_failed(const EpdEngines *engines) {
    return atomic_load(&engines->has_failed);
}

bool epd_engines_end(EpdEngines *engines, bool *refused, Reason *error) {
    for (int i = 0; i < engines->started; i++)
        pthread_join(engines->drivers[i].thread, NULL);
    const bool good = !epd_engines_have_failed(engines);
    *refused = engines->refused;
    if (!good)
        *error = engines->fault;
    pthread_mutex_destroy(&engines->lock);
    free(engines);
    return good;
}
