#include "tools/epd/run.h"

#include <pthread.h>
#include <stdlib.h>

#include "tools/epd/ranks.h"

/* A run under way: the source of what the engines do. */
typedef struct Course {
    const EpdRun *run;
    void (*finished)(void *context, size_t index);
    void *context;
    pthread_mutex_t lock;
    size_t next; /* attempt to look at, guarded by lock, like finished() */
} Course;

static bool gives_up(void *context) {
    const Course *course = context;
    return stop_signals_arrived(course->run->settings->signals);
}

static bool take_attempt(void *context, EpdTask *task) {
    Course *course = context;
    const EpdRun *run = course->run;
    pthread_mutex_lock(&course->lock);
    while (course->next < epd_run_size(run) && run->attempts[course->next].done)
        course->next++;
    const bool taken = course->next < epd_run_size(run) && !gives_up(course);
    if (taken)
        *task = (EpdTask){course->next, *epd_run_entry(run, course->next)};
    course->next += taken;
    pthread_mutex_unlock(&course->lock);
    return taken;
}

static void deliver(void *context, size_t index, const EpdAttempt *attempt) {
    Course *course = context;
    pthread_mutex_lock(&course->lock);
    course->run->attempts[index] = *attempt;
    course->finished(course->context, index);
    pthread_mutex_unlock(&course->lock);
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

/* As many engines as can be busy at once with so many attempts; other ranks take some away. */
static int engines_for(const EpdSettings *settings, size_t attempts) {
    const bool are_enough =
        cluster_size(settings->cluster) > 1 || (size_t)settings->engines < attempts;
    return are_enough ? settings->engines : (int)attempts;
}

bool epd_run(const EpdRun *run, bool *refused, void (*finished)(void *context, size_t index),
             void *context, Reason *error) {
    const EpdSettings *settings = run->settings;
    Course course = {.run = run, .finished = finished, .context = context};
    const EpdSource source = {take_attempt, deliver, gives_up, &course};
    const size_t size = epd_run_size(run), left = size - epd_run_done(run);
    pthread_mutex_init(&course.lock, NULL);
    /* The last attempts of a run that is resumed are made in the places of the first. */
    EpdEngines *engines = epd_engines_begin(settings, &source, engines_for(settings, size),
                                            engines_for(settings, left));
    if (engines)
        epd_ranks_deal(settings, &source, engines);
    const bool good =
        engines ? epd_engines_end(engines, refused, error) : reason_set(error, "not enough memory");
    pthread_mutex_destroy(&course.lock);
    put_done_first(run);
    return good;
}

void epd_run_free(EpdRun *run) {
    for (size_t i = 0; run->attempts && i < epd_run_size(run); i++)
        free(run->attempts[i].fault);
    free(run->attempts);
    run->attempts = NULL;
}
