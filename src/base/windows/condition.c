#include "base/condition.h"

#include "base/clock.h"

void condition_init(pthread_cond_t *condition) {
    pthread_cond_init(condition, NULL);
}

/* The library's condition variables know the system's time alone, so the wait is as long as is
 * left. */
bool condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us) {
    if (deadline_us == INT64_MAX)
        return pthread_cond_wait(condition, lock) == 0;
    const int64_t now_us = clock_now_us();
    const int64_t left_us = deadline_us > now_us ? deadline_us - now_us : 0;
    const struct timespec left = {.tv_sec = (time_t)(left_us / 1000000),
                                  .tv_nsec = (long)(left_us % 1000000 * 1000)};
    return pthread_cond_timedwait_relative_np(condition, lock, &left) == 0;
}
