#include "search/reduction.h"

#include <pthread.h>
#include <stdint.h>

#include "search/tunables.h"

#define LOG_ENTRIES 256

/* Binary logarithms in 1/1024. */
static int log_table[LOG_ENTRIES];

/* Binary logarithm of n >= 1 in 1/1024, bit by bit: squaring the mantissa yields the next binary
 * digit of the logarithm. */
static int log2_fixed(uint64_t n) {
    int whole = 63 - __builtin_clzll(n);
    uint64_t mantissa = whole <= 31 ? n << (31 - whole) : n >> (whole - 31);
    int result = whole;
    for (int bit = 0; bit < 10; bit++) {
        mantissa = mantissa * mantissa >> 31;
        result *= 2;
        if (mantissa >> 32) {
            mantissa >>= 1;
            result++;
        }
    }
    return result;
}

static void fill_table(void) {
    for (int n = 1; n < LOG_ENTRIES; n++)
        log_table[n] = log2_fixed((uint64_t)n);
}

void reduction_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
}

static int table_log(int n) {
    return log_table[n < LOG_ENTRIES ? n : LOG_ENTRIES - 1];
}

int reduction_base(int depth, int move_count) {
    return REDUCTION_BASE +
           table_log(depth) * table_log(move_count) / 1024 * REDUCTION_SLOPE / 1024;
}

int reduction_plies(const ReductionTerms *terms) {
    int reduction = reduction_base(terms->depth, terms->move_count);
    if (terms->pv_mark)
        reduction -= REDUCTION_PV_MARK + REDUCTION_PV * terms->pv +
                     REDUCTION_TABLE_HIGH * terms->table_high +
                     REDUCTION_TABLE_DEEP * terms->table_deep;
    if (terms->cut_node)
        reduction += REDUCTION_CUT_NODE + REDUCTION_NO_TABLE_MOVE * !terms->table_move;
    if (!terms->improving)
        reduction += REDUCTION_NOT_IMPROVING;
    if (terms->table_noisy)
        reduction += REDUCTION_TABLE_NOISY;
    if (terms->gives_check)
        reduction -= REDUCTION_CHECK;
    if (terms->cutoffs > 3)
        reduction += REDUCTION_CUTOFFS;
    if (terms->quiet)
        reduction -= terms->history * 1024 / REDUCTION_HISTORY_DIVISOR;
    else
        reduction -= REDUCTION_NOISY + terms->history * 1024 / REDUCTION_NOISY_HISTORY_DIVISOR;
    return reduction / 1024;
}
