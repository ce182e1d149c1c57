#include "search/reduction.h"

#include <pthread.h>
#include <stdint.h>

#include "base/integers.h"
#include "search/tunables.h"

#define LOG_ENTRIES 256

/* Binary logarithms in 1/1024. */
static int log_table[LOG_ENTRIES];

static void fill_table(void) {
    for (int n = 1; n < LOG_ENTRIES; n++)
        log_table[n] = integers_log2((uint64_t)n);
}

void reduction_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
}

static int table_log(int n) {
    return log_table[int_min(n, LOG_ENTRIES - 1)];
}

int reduction_base(int depth, int move_count) {
    return REDUCTION_BASE +
           table_log(depth) * table_log(move_count) / 1024 * REDUCTION_SLOPE / 1024;
}

int reduction_plies(const Node *node, const Candidate *candidate, bool pv) {
    int reduction = reduction_base(node->depth, node->move_count);
    if (node->frame->pv)
        reduction -= REDUCTION_PV_MARK + REDUCTION_PV * pv +
                     REDUCTION_TABLE_HIGH * (node->table_hit && node->entry.score > node->alpha) +
                     REDUCTION_TABLE_DEEP * (node->table_hit && node->entry.depth >= node->depth);
    if (node->cut_node)
        reduction += REDUCTION_CUT_NODE + REDUCTION_NO_TABLE_MOVE * (node->table_move == MOVE_NONE);
    if (!node->improving)
        reduction += REDUCTION_NOT_IMPROVING;
    if (node->table_noisy)
        reduction += REDUCTION_TABLE_NOISY;
    if (candidate->gives_check)
        reduction -= REDUCTION_CHECK;
    if (node->in_check)
        reduction -= REDUCTION_EVASION;
    if (node->is_singular)
        reduction -= REDUCTION_SINGULAR;
    if (node->frame[1].cutoffs > CUTOFFS_MOST)
        reduction += REDUCTION_CUTOFFS;
    if (candidate->quiet)
        reduction -= candidate->history * 1024 / REDUCTION_HISTORY_DIVISOR;
    else
        reduction -= REDUCTION_NOISY + candidate->history * 1024 / REDUCTION_NOISY_HISTORY_DIVISOR;
    return reduction / 1024;
}
