#pragma once

#include <stdint.h>

/* Microseconds of a clock that never goes back; only differences mean anything. Any thread. */
int64_t clock_now_us(void);

/* Processor time that the calling thread has used so far, in nanoseconds. Any thread. */
int64_t clock_thread_ns(void);

/* Processor time that all threads of the process have used so far, in microseconds. Any thread. */
int64_t clock_processor_us(void);
