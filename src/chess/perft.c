#include "chess/perft.h"

#include "chess/movegen.h"
#include "chess/perft_kernel.h"

PerftHash perft_position_hash(const Position *position, int depth) {
    PerftBoard board;
    PerftRules rules;
    perft_board_set(position, &board, &rules);
    return perft_hash(&board, &rules, position_side(position), depth);
}

uint64_t perft_count(const Position *position, int depth, PerftTable *table) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    const PerftKernel *kernels[PERFT_KERNELS_MAX];
    perft_kernel_list(kernels);
    PerftBoard board;
    PerftTree tree = {.table = table};
    perft_board_set(position, &board, &tree.rules);
    Color us = position_side(position);
    if (!table)
        return kernels[0]->count(&board, us, depth, &tree);
    PerftHash hash = perft_hash(&board, &tree.rules, us, depth);
    uint64_t total;
    if (!perft_table_probe(table, hash, &total)) {
        total = kernels[0]->count(&board, us, depth, &tree);
        perft_table_store(table, hash, total);
    }
    return total;
}
