#pragma once

#include "chess/perft_board.h"
#include "chess/perft_table.h"

/* The counting of perft for one instruction set. All kernels count the same; they differ in speed
 * alone. Constant; any thread. */

/* The tree below one position. */
typedef struct PerftTree {
    PerftRules rules;
    const PerftTable *table; /* NULL for none */
} PerftTree;

typedef struct PerftKernel {
    const char *name;
    /* Leaves below a board with `us` to move; depth at least 2. */
    uint64_t (*count)(const PerftBoard *board, Color us, int depth, const PerftTree *tree);
} PerftKernel;

#ifdef __x86_64__
extern const PerftKernel PERFT_KERNEL_AVX2, PERFT_KERNEL_AVX512;
#endif

/* More kernels than there are. */
#define PERFT_KERNELS_MAX 4

/* The kernels that this processor can run, the fastest first, the portable one last; returns how
 * many. */
int perft_kernel_list(const PerftKernel *kernels[PERFT_KERNELS_MAX]);
