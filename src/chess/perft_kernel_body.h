#pragma once

/* The counting itself, written once. A kernel's source file includes this one, which gives it these
 * functions for the instruction set that the file is compiled for, and DEFINE_PERFT_KERNEL(). */

#include "chess/perft_kernel.h"
#include "chess/perft_leaves.h"
#include "chess/perft_moves.h"

/* Legal moves, one kind of piece after the other. */
ALWAYS_INLINE int count_moves(const PerftBoard *board, const PerftRules *rules, Color us) {
    PerftVisitor visitor = {.count = 0};
    perft_visit_moves(board, rules, us, &visitor);
    return visitor.count;
}

static __attribute__((noinline)) int count_moves_white(const PerftBoard *board,
                                                       const PerftRules *rules) {
    return count_moves(board, rules, WHITE);
}

static __attribute__((noinline)) int count_moves_black(const PerftBoard *board,
                                                       const PerftRules *rules) {
    return count_moves(board, rules, BLACK);
}

#ifdef PERFT_LEAVES_BY_LANES

ALWAYS_INLINE int count_special(const PerftBoard *board, const PerftRules *rules, Color us,
                                Bitboard danger, Bitboard pinned) {
    PerftVisitor visitor = {.count = 0};
    perft_visit_castling(board, rules, us, danger, pinned, &visitor);
    if (perft_board_en_passant(board))
        perft_visit_en_passant(board, rules, us, &visitor);
    return visitor.count;
}

/* The same as count_moves(), quicker. */
ALWAYS_INLINE int count_leaves(const PerftBoard *board, const PerftRules *rules, Color us) {
    Bitboard danger, pinned;
    int count = leaves_by_lanes(board, us, &danger, &pinned);
    if (UNLIKELY(count < 0))
        return us == WHITE ? count_moves_white(board, rules) : count_moves_black(board, rules);
    if (board->state)
        count += count_special(board, rules, us, danger, pinned);
    return count;
}

static __attribute__((noinline)) int count_leaves_white(const PerftBoard *board,
                                                        const PerftRules *rules) {
    return count_leaves(board, rules, WHITE);
}

static __attribute__((noinline)) int count_leaves_black(const PerftBoard *board,
                                                        const PerftRules *rules) {
    return count_leaves(board, rules, BLACK);
}

#else
#define count_leaves_white count_moves_white
#define count_leaves_black count_moves_black
#endif

static uint64_t count_two(const PerftBoard *board, const PerftRules *rules, Color us) {
    PerftBoard next;
    PerftVisitor white = {.next = &next, .leaf_count = count_leaves_black};
    PerftVisitor black = {.next = &next, .leaf_count = count_leaves_white};
    if (us == WHITE)
        perft_visit_moves(board, rules, WHITE, &white);
    else
        perft_visit_moves(board, rules, BLACK, &black);
    return white.leaves + black.leaves;
}

static int list_moves(const PerftBoard *board, const PerftRules *rules, Color us,
                      PerftBoard *list) {
    PerftVisitor visitor = {.next = list};
    if (us == WHITE)
        perft_visit_moves(board, rules, WHITE, &visitor);
    else
        perft_visit_moves(board, rules, BLACK, &visitor);
    return visitor.count;
}

static uint64_t count_tree(const PerftBoard *board, Color us, int depth, const PerftTree *tree);

static uint64_t count_below(const PerftBoard *board, Color us, int depth, const PerftTree *tree) {
    PerftBoard list[MAX_MOVES];
    int count = list_moves(board, &tree->rules, us, list);
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += count_tree(&list[i], color_flip(us), depth - 1, tree);
    return total;
}

/* All successors are hashed before the first is looked up, so that memory answers meanwhile. */
static uint64_t count_below_hashed(const PerftBoard *board, Color us, int depth,
                                   const PerftTree *tree) {
    PerftBoard list[MAX_MOVES];
    PerftHash hashes[MAX_MOVES];
    int count = list_moves(board, &tree->rules, us, list);
    for (int i = 0; i < count; i++) {
        hashes[i] = perft_hash(&list[i], &tree->rules, color_flip(us), depth - 1);
        perft_table_prefetch(tree->table, hashes[i]);
    }
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        uint64_t leaves;
        if (!perft_table_probe(tree->table, hashes[i], &leaves)) {
            leaves = count_tree(&list[i], color_flip(us), depth - 1, tree);
            perft_table_store(tree->table, hashes[i], leaves);
        }
        total += leaves;
    }
    return total;
}

/* depth >= 2. */
static uint64_t count_tree(const PerftBoard *board, Color us, int depth, const PerftTree *tree) {
    if (depth == 2)
        return count_two(board, &tree->rules, us);
    return tree->table ? count_below_hashed(board, us, depth, tree)
                       : count_below(board, us, depth, tree);
}

#define DEFINE_PERFT_KERNEL(KERNEL, text) const PerftKernel KERNEL = {text, count_tree}
