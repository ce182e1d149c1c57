#include "base/processors.h"

#include <sched.h>

int processors_allowed(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    int count = CPU_COUNT(&allowed);
    return count > 0 ? count : 1;
}
