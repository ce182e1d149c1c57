#include "base/bell.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

void bell_ring(Bell *bell) {
    if (atomic_exchange(&bell->rung, 1) == 0)
        syscall(SYS_futex, &bell->rung, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void bell_await(Bell *bell, int64_t deadline_us) {
    while (atomic_exchange(&bell->rung, 0) == 0) {
        const int64_t left_us = deadline_us - clock_now_us();
        if (left_us <= 0)
            return;
        const struct timespec left = {.tv_sec = left_us / 1000000,
                                      .tv_nsec = left_us % 1000000 * 1000};
        syscall(SYS_futex, &bell->rung, FUTEX_WAIT, 0, &left, NULL, 0);
    }
}
