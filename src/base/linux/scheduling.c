#include "base/scheduling.h"

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Turns in nanoseconds. The short one is long enough to hear a command and act on it: whoever is
 * interrupted in that waits for all the others. 0 stands for the usual length. */
static const uint64_t SLICES[] = {
    [TURNS_SHORT] = 1000000, [TURNS_LONG] = 20000000, [TURNS_USUAL] = 0};

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

void scheduling_prefer(Turns turns) {
    SchedulingAttributes attributes = {.size = sizeof attributes};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0)
        return;
    attributes.runtime = SLICES[turns];
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}
