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
    bool has_failed; /* and so the run has ended: */
    Reason fault;
} Drive;

/* A thread and the engine that it drives. */
typedef struct Driver {
    pthread_t thread;
    Drive *drive;
    int index;      /* of the engine, which is one of these two: */
    Engine *engine; /* made by the thread */
    Guest *guest;
} Driver;

/* Makes an engine of our own as asked for; false, with a line in error, without memory. */
static bool create_engine(Driver *driver, Reason *error) {
    const EpdSettings *settings = driver->drive->run->settings;
    Engine *engine = driver->engine = engine_create();
    if (!engine)
        return reason_set(error, "not enough memory for an engine");
    engine_share_network(engine, settings->network_of);
    engine_set_threads(engine, settings->threads);
    engine_set_hash(engine, settings->hash_mib);
    if (driver->drive->shares > 1)
        engine_set_share(engine, driver->index, driver->drive->shares);
    if (!engine_prepare(engine))
        return reason_set(error, "not enough memory for --hash");
    return engine_threads(engine) == settings->threads ||
           reason_set(error, "the system refuses so many threads");
}

/* The same for a guest. */
static bool start_guest(Driver *driver, Reason *error) {
    const EpdSettings *settings = driver->drive->run->settings;
    const GuestTerms terms = {.threads = settings->threads,
                              .hash_mib = settings->hash_mib,
                              .grace_ms = settings->grace_ms,
                              .gives_up = stop_signals_arrived,
                              .gives_up_context = settings->signals};
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

/* The next attempt to make; false when none is left. */
static bool take_attempt(Drive *drive, size_t *index) {
    const EpdRun *run = drive->run;
    pthread_mutex_lock(&drive->lock);
    while (drive->next < epd_run_size(run) && run->attempts[drive->next].done)
        drive->next++;
    bool taken = !drive->has_failed && drive->next < epd_run_size(run) &&
                 !stop_signals_arrived(run->settings->signals);
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

static void fail(Drive *drive, const Reason *fault) {
    pthread_mutex_lock(&drive->lock);
    drive->has_failed = true;
    drive->fault = *fault;
    pthread_mutex_unlock(&drive->lock);
}

static EpdAttempt attempt_at(const Driver *driver, const EpdEntry *entry) {
    const EpdSettings *settings = driver->drive->run->settings;
    return driver->guest ? epd_solve_guest(driver->guest, entry, &settings->limits)
                         : epd_solve(driver->engine, entry, &settings->limits, settings->signals);
}

static void *drive_engine(void *argument) {
    Driver *driver = argument;
    Drive *drive = driver->drive;
    Reason fault;
    const bool is_ready =
        drive->run->settings->guest ? start_guest(driver, &fault) : create_engine(driver, &fault);
    if (!is_ready && !stop_signals_arrived(drive->run->settings->signals))
        fail(drive, &fault);
    if (is_ready && drive->shares > 1 && !is_bound(driver->engine)) {
        pthread_mutex_lock(&drive->lock);
        drive->places = EPD_REFUSED;
        pthread_mutex_unlock(&drive->lock);
    }
    size_t index;
    while (is_ready && take_attempt(drive, &index)) {
        EpdAttempt attempt = attempt_at(driver, epd_run_entry(drive->run, index));
        if (attempt.done)
            deliver(drive, index, &attempt);
    }
    guest_end(driver->guest);
    engine_destroy(driver->engine);
    return NULL;
}

size_t epd_run_done(const EpdRun *run) {
    size_t done = 0;
    for (size_t i = 0; i < epd_run_size(run); i++)
        done += run->attempts[i].done;
    return done;
}

static void put_done_first(const EpdRun *run) {
    const size_t repeat = (size_t)run->settings->repeat;
    for (size_t first = 0; first < epd_run_size(run); first += repeat) {
        size_t count = first;
        for (size_t i = first; i < first + repeat; i++) {
            const EpdAttempt attempt = run->attempts[i];
            if (!attempt.done)
                continue;
            run->attempts[i] = run->attempts[count];
            run->attempts[count++] = attempt;
        }
    }
}

/* Starts up to `wanted` engines and waits for all of them. */
static void drive_engines(Drive *drive, Driver *drivers, int wanted) {
    int started = 0;
    for (; started < wanted; started++) {
        Driver *driver = &drivers[started];
        *driver = (Driver){.drive = drive, .index = started};
        if (pthread_create(&driver->thread, NULL, drive_engine, driver) != 0) {
            Reason fault;
            reason_set(&fault, "the system refuses so many threads");
            fail(drive, &fault);
            break;
        }
    }
    for (int i = 0; i < started; i++)
        pthread_join(drivers[i].thread, NULL);
}

bool epd_run(const EpdRun *run, EpdPlaces *places, void (*finished)(void *context, size_t index),
             void *context, Reason *error) {
    Drive drive = {.run = run, .finished = finished, .context = context};
    size_t left = epd_run_size(run) - epd_run_done(run);
    int engines = run->settings->engines;
    int wanted = (size_t)engines < left ? engines : (int)left;
    if (wanted > 1 && !run->settings->guest &&
        (int64_t)wanted * run->settings->threads <= processors_allowed()) {
        drive.shares = wanted;
        drive.places = EPD_BOUND;
    }
    Driver *drivers = calloc((size_t)wanted + 1, sizeof *drivers);
    if (!drivers)
        return reason_set(error, "not enough memory");
    pthread_mutex_init(&drive.lock, NULL);
    drive_engines(&drive, drivers, wanted);
    pthread_mutex_destroy(&drive.lock);
    free(drivers);
    put_done_first(run);
    *places = drive.places;
    if (drive.has_failed)
        *error = drive.fault;
    return !drive.has_failed;
}

void epd_run_free(EpdRun *run) {
    for (size_t i = 0; run->attempts && i < epd_run_size(run); i++)
        free(run->attempts[i].fault);
    free(run->attempts);
    run->attempts = NULL;
}
