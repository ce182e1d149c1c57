#include "base/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now_us(void) {
    return read_ns(CLOCK_MONOTONIC) / 1000;
}

int64_t clock_thread_ns(void) {
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_processor_us(void) {
    return read_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000;
}
