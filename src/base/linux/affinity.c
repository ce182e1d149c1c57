#include "base/linux/affinity.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>

int affinity_read(pid_t thread, int *processors, int capacity) {
    int found = 0;
    /* The kernel refuses a set that is too small for all processors it was built for. */
    for (int room = CPU_SETSIZE; room <= AFFINITY_MOST_PROCESSORS; room *= 2) {
        cpu_set_t *set = CPU_ALLOC(room);
        if (!set)
            return 0;
        size_t bytes = CPU_ALLOC_SIZE(room);
        CPU_ZERO_S(bytes, set);
        bool told = sched_getaffinity(thread, bytes, set) == 0;
        bool small = !told && errno == EINVAL;
        for (int i = 0; told && i < room; i++) {
            if (!CPU_ISSET_S(i, bytes, set))
                continue;
            if (found < capacity)
                processors[found] = i;
            found++;
        }
        CPU_FREE(set);
        if (!small)
            break;
    }
    return found;
}
