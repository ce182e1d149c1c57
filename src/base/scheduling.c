#include "base/scheduling.h"

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The shortest turn that Linux grants, in nanoseconds. */
#define SHORTEST_SLICE 100000

/* Threads that this one creates have turns of the usual length. */
#define RESET_ON_FORK 1

/* Argument of the system call, for which the C library has no wrapper. */
typedef struct SchedulingAttributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime; /* of a turn under SCHED_OTHER, since Linux 6.12 */
    uint64_t deadline;
    uint64_t period;
} SchedulingAttributes;

void scheduling_prefer_latency(void) {
    SchedulingAttributes attributes = {.size = sizeof attributes};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0)
        return;
    attributes.flags = RESET_ON_FORK;
    attributes.runtime = SHORTEST_SLICE;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}
