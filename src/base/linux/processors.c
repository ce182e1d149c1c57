#include "base/processors.h"

#include <sched.h>
#include <sys/auxv.h>

int processors_allowed(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    int count = CPU_COUNT(&allowed);
    return count > 0 ? count : 1;
}

bool processors_have_dot_product(void) {
#if defined __aarch64__ && defined HWCAP_ASIMDDP
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
#else
    return false;
#endif
}
