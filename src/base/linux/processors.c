#include "base/processors.h"

#include <stdlib.h>
#include <sys/auxv.h>

#include "base/linux/affinity.h"

int processors_allowed(void) {
    const int count = affinity_read(0, NULL, 0);
    return count > 0 ? count : 1;
}

uint64_t processors_fingerprint(void) {
    const int count = affinity_read(0, NULL, 0);
    int *allowed = calloc((size_t)count + 1, sizeof *allowed);
    uint64_t print = 0;
    if (allowed && affinity_read(0, allowed, count) == count)
        for (int i = 0; i < count; i++)
            print = (print + (uint64_t)allowed[i] + 1) * 0x9e3779b97f4a7c15;
    free(allowed);
    return print;
}

bool processors_have_dot_product(void) {
#if defined __aarch64__ && defined HWCAP_ASIMDDP
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
#else
    return false;
#endif
}
