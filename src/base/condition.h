#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Condition variables that time out by clock_now_us(), which setting the system's time does not
 * move. */

/* Release with pthread_cond_destroy(). */
void condition_init(pthread_cond_t *condition);

/* Like pthread_cond_wait(), but no later than clock_now_us() reaches deadline_us: then false.
 * INT64_MAX is as good as never. */
bool condition_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_us);
