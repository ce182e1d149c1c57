#include "base/condition.h"

#include "base/clock.h"

/* So long is as good as never, and is counted in less than INFINITE_MS. */
#define LONGEST_MS 1000000000

void condition_init(pthread_cond_t *condition) {
    pthread_cond_init(condition, NULL);
}

/* The system sleeps whole milliseconds, up to a tick of its clock longer. So those that are sure to
 * be left are slept; then the caller, who has been woken for nothing as anybody may be, comes again
 * and again for the rest of one. */
bool condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us) {
    const int64_t now_us = clock_now_us();
    const int64_t left_ms = deadline_us > now_us ? (deadline_us - now_us) / 1000 : 0;
    const unsigned sleep_ms = left_ms < LONGEST_MS ? (unsigned)left_ms : LONGEST_MS;
    return posix_condition_wait(condition, lock, sleep_ms) == 0 || clock_now_us() < deadline_us;
}
