#include "nnue/kernel.h"

#include <stdbool.h>

#include "nnue/kernel_set.h"

#ifdef __x86_64__

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

static bool has_avx512_vnni(void) {
    return has_avx512() && __builtin_cpu_supports("avx512vnni");
}

#endif

#ifdef __aarch64__

/* Part of every processor of this family. */
static bool has_neon(void) {
    return true;
}

#endif

static bool has_c(void) {
    return true;
}

static const struct {
    const Kernel *kernel;
    bool (*is_supported)(void);
} CANDIDATES[] = {
#ifdef __x86_64__
    {&KERNEL_AVX512_VNNI, has_avx512_vnni},
    {&KERNEL_AVX512, has_avx512},
    {&KERNEL_AVX2, has_avx2},
#endif
#ifdef __aarch64__
    {&KERNEL_NEON, has_neon},
#endif
    {&KERNEL_PORTABLE, has_c},
};

int kernel_list(const Kernel *kernels[KERNELS_MAX]) {
    int count = 0;
    for (unsigned i = 0; i < sizeof CANDIDATES / sizeof CANDIDATES[0]; i++)
        if (CANDIDATES[i].is_supported())
            kernels[count++] = CANDIDATES[i].kernel;
    return count;
}

const Kernel *kernel_best(void) {
    const Kernel *kernels[KERNELS_MAX];
    kernel_list(kernels);
    return kernels[0];
}
