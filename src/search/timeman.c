#include "search/timeman.h"

#include "base/integers.h"
#include "search/tunables.h"

/* Changes of the best move that count, in 1/1000: more ask for no more time. */
#define CHANGES_MOST 3000

/* What a move may take of what would be left for each if all took the same, in 1/1000. */
static int64_t share_of_move(int number) {
    return TIME_SHARE_FIRST + TIME_SHARE_STEP * int64_clamp(number, 1, TIME_SHARE_MOVES);
}

/* What is left of the optimum of a short search at least, in 1/1000: beyond, nothing was measured.
 */
#define LENGTH_SHARE_LEAST 500

/* With increments of a hundredth of the clock all of it counts. */
#define FULL_INCREMENTS 100

/* What the clock does not count for because too little comes in to go on by when it is gone. */
static int64_t kept_back(int64_t clock, int64_t increment) {
    return (clock - int64_min(clock, increment * FULL_INCREMENTS)) * (1000 - TIME_CLOCK_SHARE) /
           1000;
}

/* A control of more moves is not reckoned to its end: some programs make the number up. */
#define CONTROL_MOVES_MOST 100

/* What is meant to go into a move of what overheads leave up to the control, in 1/1000 of an even
 * share: with much more the last ones would have nothing but the millisecond. */
#define SPARE_SHARE_MOST 1500

/* What is left of the clock, in ms, when each later move up to the control takes what it loses. */
static int64_t spare_before_control(int64_t clock, int moves_to_go, int64_t overhead,
                                    int64_t lost) {
    const int64_t later = int_min(moves_to_go, CONTROL_MOVES_MOST) - 1;
    return int64_max(clock - overhead - later * lost, 1);
}

static bool has_other_end(const SearchLimits *limits) {
    return limits->has_movetime || limits->depth > 0 || limits->nodes > 0 ||
           limits->soft_nodes > 0 || limits->mate > 0 || limits->infinite;
}

void timeman_complete_clock(SearchLimits *limits, Color side) {
    const Color other = color_flip(side);
    const bool told = limits->has_clock[other] || limits->moves_to_go > 0 ||
                      limits->increment_ms[side] > 0 || limits->increment_ms[other] > 0;
    if (limits->has_clock[side] || !told || has_other_end(limits))
        return;
    limits->has_clock[side] = true;
    if (limits->has_clock[other])
        limits->clock_ms[side] = limits->clock_ms[other];
    else
        limits->clock_ms[side] = int64_max(limits->increment_ms[side], limits->increment_ms[other]);
}

TimeBudget timeman_plan(const SearchLimits *limits, Color side, int move_number,
                        const SearchOptions *options) {
    const int overhead_ms = options->overhead_ms;
    TimeBudget budget = {0};
    if (limits->has_clock[side]) {
        int64_t clock = int64_clamp(limits->clock_ms[side], 0, LIMITS_LONGEST_MS);
        int64_t increment = int64_clamp(limits->increment_ms[side], 0, LIMITS_LONGEST_MS);
        /* By a later move that takes a millisecond; below 0 where it adds more. */
        const int64_t lost = overhead_ms + 1 - increment;
        const bool has_control = limits->moves_to_go > 0;
        int64_t moves =
            has_control ? int64_min(limits->moves_to_go, TIME_HORIZON + 10) : TIME_HORIZON;
        int64_t usable = int64_max(clock - overhead_ms, 1);
        const int64_t spare =
            has_control ? spare_before_control(clock, limits->moves_to_go, overhead_ms, lost) : 0;
        int64_t total = clock + increment * (moves - 1);
        if (!has_control)
            total -= kept_back(clock, increment);
        total = int64_max(
            total - int64_min(overhead_ms * (moves + 1), total * TIME_RESERVE_MOST / 100), 1);
        int64_t optimum = total * 1000 / moves;
        if (!has_control)
            optimum = int64_min(optimum * share_of_move(move_number) / 1000,
                                usable * 10 * TIME_OPTIMUM_SHARE);
        else if (limits->moves_to_go > 1)
            optimum =
                int64_min(optimum * TIME_CONTROL_SHARE / 1000, spare * SPARE_SHARE_MOST / moves);
        if (options->ponder)
            optimum += optimum * TIME_PONDER / 1000;
        int64_t share = limits->moves_to_go == 1 ? TIME_LAST_MOVE_SHARE : TIME_MAXIMUM_SHARE;
        budget.limited = budget.adjustable = true;
        budget.maximum_us = int64_min(optimum * TIME_MAXIMUM_FACTOR, usable * 10 * share);
        if (has_control)
            budget.maximum_us = int64_min(budget.maximum_us, 1000 * spare);
        budget.optimum_us = int64_min(optimum, budget.maximum_us);
    }
    if (limits->has_movetime) {
        int64_t movetime = int64_clamp(limits->movetime_ms, 0, LIMITS_LONGEST_MS) * 1000;
        if (!budget.limited || movetime < budget.maximum_us)
            budget.maximum_us = movetime;
        if (!budget.limited)
            budget.optimum_us = movetime;
        budget.optimum_us = int64_min(budget.optimum_us, movetime);
        budget.movetime_us = movetime;
        budget.limited = true;
    }
    return budget;
}

/* The other signs calm down as a search goes on, so that a short one would take much more than its
 * optimum: what is left of it, in 1/1000. */
static int64_t share_of_length(uint64_t nodes) {
    const int64_t length = integers_log2(nodes | 1) - 1024 * TIME_LENGTH_DOUBLINGS;
    return int64_clamp(1000 + TIME_LENGTH_SLOPE * length / 1024, LENGTH_SHARE_LEAST, 1000);
}

int64_t timeman_adjusted_optimum(const TimeBudget *budget, const TimeSigns *signs) {
    if (!budget->adjustable)
        return budget->maximum_us;
    const int64_t settled =
        TIME_STABILITY_BASE -
        TIME_STABILITY_SLOPE * int64_clamp(signs->stability, 0, TIME_STABILITY_MOST);
    const int64_t changed =
        1000 + TIME_CHANGES_SLOPE * int64_clamp(signs->changes, 0, CHANGES_MOST) / 1000;
    const int64_t fall = (int64_t)signs->fall * TIME_FALL_SLOPE +
                         (int64_t)signs->fall_lately * TIME_FALL_LATELY_SLOPE;
    const int64_t fallen = 1000 + int64_clamp(fall, -TIME_RISE_MOST, TIME_FALL_MOST);
    const int64_t divided = TIME_EFFORT_BASE - int64_clamp(signs->effort, 200, 950);
    const int64_t scale = settled * changed / 1000 * fallen / 1000 * divided / 1000 *
                          share_of_length(signs->nodes) / 1000;
    return int64_min(budget->optimum_us * scale / 1000, budget->maximum_us);
}
