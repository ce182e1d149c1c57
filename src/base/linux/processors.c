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

uint64_t processors_fingerprint(void) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 0;
    uint64_t print = 0;
    for (int i = 0; i < CPU_SETSIZE; i++)
        print = print * 0x9e3779b97f4a7c15 + (CPU_ISSET(i, &allowed) ? 2 : 1);
    return print;
}

bool processors_have_dot_product(void) {
#if defined __aarch64__ && defined HWCAP_ASIMDDP
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
#else
    return false;
#endif
}
