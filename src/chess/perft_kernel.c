#include "chess/perft_kernel.h"

#include "chess/perft_kernel_body.h"

static DEFINE_PERFT_KERNEL(KERNEL_PORTABLE, "portable");

int perft_kernel_list(const PerftKernel *kernels[PERFT_KERNELS_MAX]) {
    int count = 0;
#ifdef __x86_64__
    /* Zen 1 and 2 extract bits in microcode. */
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                          !__builtin_cpu_is("amdfam17h");
    if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq"))
        kernels[count++] = &PERFT_KERNEL_AVX512;
    if (has_avx2)
        kernels[count++] = &PERFT_KERNEL_AVX2;
#endif
    kernels[count++] = &KERNEL_PORTABLE;
    return count;
}
