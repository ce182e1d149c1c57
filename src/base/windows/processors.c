#include "base/processors.h"

#include <windows.h>

/* A process that its parent has bound has a mask, within its one group of up to 64 processors. */
int processors_allowed(void) {
    DWORD_PTR own = 0, all = 0;
    const int there = (int)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    GetProcessAffinityMask(GetCurrentProcess(), &own, &all);
    if (own != 0 && own != all)
        return __builtin_popcountll(own);
    return there > 0 ? there : 1;
}

uint64_t processors_fingerprint(void) {
    return 0;
}

/* The program is for x86-64. */
bool processors_have_dot_product(void) {
    return false;
}
