#pragma once

#include <stdint.h>

/* Wakes a thread, from any thread of any process that has the bell in its memory. A ring while
 * nobody waits wakes the next who waits; two such rings wake only once. Zeroed memory is a bell
 * that has not been rung, and a process that ends leaves it as it is. */
typedef struct Bell {
    _Atomic uint32_t rung;
} Bell;

/* Any thread, at any time. */
void bell_ring(Bell *bell);

/* Sleeps until it has been rung since the last call, or clock_now_us() reaches deadline_us. By one
 * thread a bell. */
void bell_await(Bell *bell, int64_t deadline_us);
