#include "tools/epd/run.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/processors.h"
#include "engine/placement_report.h"

/* What the threads that drive an engine each share. */
typedef struct Drive {
    const EpdRun *run;
    void (*finished)(void *context, size_t index);
    void *context;
    pthread_mutex_t lock;
    int shares;  /* engines that are kept apart; 0: they are not */
    size_t next; /* attempt to look at, guarded by lock, like what follows */
    EpdPlaces places;
    const char *fault; /* what ended the run, or NULL */
} Drive;

/* A thread and the engine that it drives. */
typedef struct Driver {
    pthread_t thread;
    Drive *drive;
    int index; /* of the engine */
} Driver;

/* An engine as asked for, made by the thread that is to drive it; NULL, with a reason, without
 * memory. */
static Engine *create_engine(const Driver *driver, const char **fault) {
    const EpdSettings *settings = driver->drive->run->settings;
    Engine *engine = engine_create();
    if (!engine) {
        *fault = "not enough memory for an engine";
        return NULL;
    }
    engine_share_network(engine, settings->network_of);
    engine_set_threads(engine, settings->threads);
    engine_set_hash(engine, settings->hash_mib);
    if (driver->drive->shares > 1)
        engine_set_share(engine, driver->index, driver->drive->shares);
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
static bool take_attempt(Drive *drive, size_t *index) {
    const EpdRun *run = drive->run;
    pthread_mutex_lock(&drive->lock);
    while (drive->next < epd_run_size(run) && run->attempts[drive->next].done)
        drive->next++;
    bool taken = !drive->fault && drive->next < epd_run_size(run);
    if (taken)
        *index = drive->next++;
    pthread_mutex_unlock(&drive->lock);
    return taken;
}

static void deliver(Drive *drive, size_t index, const EpdAttempt *attempt) {
    pthread_mutex_lock(&drive->lock);
    drive->run->attempts[index] = *attempt;
    drive->finished(drive->context, index);
    pthread_mutex_unlock(&drive->lock);
}

static void fail(Drive *drive, const char *fault) {
    pthread_mutex_lock(&drive->lock);
    drive->fault = fault;
    pthread_mutex_unlock(&drive->lock);
}

static void *drive_engine(void *argument) {
    const Driver *driver = argument;
    Drive *drive = driver->drive;
    const char *fault = NULL;
    Engine *engine = create_engine(driver, &fault);
    if (!engine) {
        fail(drive, fault);
        return NULL;
    }
    if (drive->shares > 1 && !is_bound(engine)) {
        pthread_mutex_lock(&drive->lock);
        drive->places = EPD_REFUSED;
        pthread_mutex_unlock(&drive->lock);
    }
    size_t index;
    while (take_attempt(drive, &index)) {
        EpdAttempt attempt =
            epd_solve(engine, epd_run_entry(drive->run, index), &drive->run->settings->limits);
        deliver(drive, index, &attempt);
    }
    engine_destroy(engine);
    return NULL;
}

static size_t count_left(const EpdRun *run) {
    size_t left = 0;
    for (size_t i = 0; i < epd_run_size(run); i++)
        left += !run->attempts[i].done;
    return left;
}

/* Starts up to `wanted` engines and waits for all of them. */
static void drive_engines(Drive *drive, Driver *drivers, int wanted) {
    int started = 0;
    for (; started < wanted; started++) {
        Driver *driver = &drivers[started];
        *driver = (Driver){.drive = drive, .index = started};
        if (pthread_create(&driver->thread, NULL, drive_engine, driver) != 0) {
            fail(drive, "the system refuses so many threads");
            break;
        }
    }
    for (int i = 0; i < started; i++)
        pthread_join(drivers[i].thread, NULL);
}

const char *epd_run(const EpdRun *run, EpdPlaces *places,
                    void (*finished)(void *context, size_t index), void *context) {
    Drive drive = {.run = run, .finished = finished, .context = context};
    size_t left = count_left(run);
    int engines = run->settings->engines;
    int wanted = (size_t)engines < left ? engines : (int)left;
    if (wanted > 1 && (int64_t)wanted * run->settings->threads <= processors_allowed()) {
        drive.shares = wanted;
        drive.places = EPD_BOUND;
    }
    Driver *drivers = calloc((size_t)wanted + 1, sizeof *drivers);
    if (!drivers)
        return "not enough memory";
    pthread_mutex_init(&drive.lock, NULL);
    drive_engines(&drive, drivers, wanted);
    pthread_mutex_destroy(&drive.lock);
    free(drivers);
    *places = drive.places;
    return drive.fault;
}
