#include "base/condition.h"

#include <time.h>

void condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us) {
    struct timespec deadline = {.tv_sec = (time_t)(deadline_us / 1000000),
                                .tv_nsec = (long)(deadline_us % 1000000 * 1000)};
    return pthread_cond_timedwait(condition, lock, &deadline) == 0;
}
