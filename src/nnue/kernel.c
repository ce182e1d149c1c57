#include "nnue/kernel.h"

#include <stdbool.h>

#include "base/processors.h"
#include "nnue/kernel_set.h"

int kernel_list(const Kernel *kernels[KERNELS_MAX]) {
    int count = 0;
#ifdef __x86_64__
    const bool has_avx512 = __builtin_cpu_supports("avx512f") &&
                            __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512vl");
    if (has_avx512 && __builtin_cpu_supports("avx512vnni"))
        kernels[count++] = &KERNEL_AVX512_VNNI;
    if (has_avx512)
        kernels[count++] = &KERNEL_AVX512;
    if (__builtin_cpu_supports("avx2"))
        kernels[count++] = &KERNEL_AVX2;
#endif
#ifdef __aarch64__
    if (processors_have_dot_product())
        kernels[count++] = &KERNEL_NEON_DOT;
    kernels[count++] = &KERNEL_NEON; /* part of every processor of this family */
#endif
    kernels[count++] = &KERNEL_PORTABLE;
    return count;
}

const Kernel *kernel_best(void) {
    const Kernel *kernels[KERNELS_MAX];
    kernel_list(kernels);
    return kernels[0];
}
