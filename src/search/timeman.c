#include "search/timeman.h"

/* Moves that the time left must last for when the time control does not say. */
#define HORIZON_MOVES 26

/* The share of the clock that one move may take at most, in percent. */
#define MAXIMUM_SHARE 75

/* How many optima a difficult move may take. */
#define MAXIMUM_FACTOR 5

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return least(most(value, low), high);
}

/* No clock is longer than this many ms (some three years); keeps the arithmetic from overflowing.
 */
#define LONGEST_CLOCK_MS 100000000000LL

TimeBudget timeman_plan(const SearchLimits *limits, Color side, const SearchOptions *options) {
    const int overhead_ms = options->overhead_ms;
    TimeBudget budget = {0};
    if (limits->has_clock[side]) {
        int64_t clock = clamp(limits->clock_ms[side], 0, LONGEST_CLOCK_MS);
        int64_t increment = clamp(limits->increment_ms[side], 0, LONGEST_CLOCK_MS);
        int64_t moves = limits->moves_to_go > 0 ? least(limits->moves_to_go, HORIZON_MOVES + 10)
                                                : HORIZON_MOVES;
        int64_t usable = most(clock - overhead_ms, 1);
        int64_t total = most(clock + increment * (moves - 1) - overhead_ms * (moves + 1), 1);
        int64_t optimum = total * 1000 / moves;
        if (limits->moves_to_go <= 0)
            optimum += optimum / 8;
        if (options->ponder)
            optimum += optimum / 4;
        int64_t share = limits->moves_to_go == 1 ? 95 : MAXIMUM_SHARE;
        budget.limited = budget.adjustable = true;
        budget.maximum_us = least(optimum * MAXIMUM_FACTOR, usable * 10 * share);
        budget.optimum_us = least(optimum, budget.maximum_us);
    }
    if (limits->has_movetime) {
        int64_t movetime = clamp(limits->movetime_ms, 0, LONGEST_CLOCK_MS) * 1000;
        if (!budget.limited || movetime < budget.maximum_us)
            budget.maximum_us = movetime;
        if (!budget.limited)
            budget.optimum_us = movetime;
        budget.optimum_us = least(budget.optimum_us, movetime);
        budget.limited = true;
    }
    return budget;
}

int64_t timeman_adjusted_optimum(const TimeBudget *budget, int stability, int drop, int effort) {
    if (!budget->adjustable)
        return budget->maximum_us;
    int64_t scale = 1300 - 90 * clamp(stability, 0, 8);
    scale = scale * (1000 + 6 * clamp(drop, -25, 60)) / 1000;
    scale = scale * (1600 - clamp(effort, 200, 950)) / 1000;
    return least(budget->optimum_us * scale / 1000, budget->maximum_us);
}
