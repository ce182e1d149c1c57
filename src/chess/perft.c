#include "chess/perft.h"

#include "chess/movegen.h"
#include "chess/perft_kernel.h"

PerftHash perft_position_hash(const Position *position, int depth) {
    PerftBoard board;
    PerftRules rules;
    perft_board_set(position, &board, &rules);
    return perft_hash(&board, position_side(position), depth);
}

uint64_t perft_count(const Position *position, int depth, PerftTable *table) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    const PerftKernel *kernel = perft_kernel_best();
    PerftBoard board;
    PerftTree tree = {.table = table};
    perft_board_set(position, &board, &tree.rules);
    Color us = position_side(position);
    if (!table)
        return kernel->count(&board, us, depth, &tree);
    PerftHash hash = perft_hash(&board, us, depth);
    uint64_t total;
    if (!perft_table_probe(table, hash, &total)) {
        total = kernel->count(&board, us, depth, &tree);
        perft_table_store(table, hash, total);
    }
    return total;
}
