#include "base/bell.h"

#include <stdatomic.h>
#include <windows.h>

#include "base/clock.h"

/* There is no quorum-mpi for Windows, where anybody would be in a hurry. */

void bell_ring(Bell *bell) {
    atomic_store(&bell->rung, 1);
}

void bell_await(Bell *bell, int64_t deadline_us) {
    while (atomic_exchange(&bell->rung, 0) == 0 && clock_now_us() < deadline_us)
        Sleep(1);
}
