#include "search/node_clock.h"

#include "base/integers.h"

static int64_t clamp_us(int64_t milliseconds) {
    return int64_clamp(milliseconds, 0, LIMITS_LONGEST_MS) * 1000;
}

int64_t node_clock_us(int rate, uint64_t nodes) {
    return (int64_t)(nodes * 1000 / (uint64_t)rate);
}

void node_clock_reset(NodeClock *clock) {
    *clock = (NodeClock){0};
}

void node_clock_start(NodeClock *clock, int rate, Color side, SearchLimits *limits) {
    if (clock->rate != rate)
        *clock = (NodeClock){.rate = rate};
    if (rate == 0 || !limits->has_clock[side])
        return;
    if (!clock->is_running[side])
        clock->left_us[side] = clock->control_us[side] = clamp_us(limits->clock_ms[side]);
    else if (limits->moves_to_go > clock->moves_to_go[side])
        clock->left_us[side] += clock->control_us[side];
    clock->is_running[side] = true;
    clock->moves_to_go[side] = limits->moves_to_go;
    limits->clock_ms[side] = clock->left_us[side] / 1000;
}

void node_clock_stop(NodeClock *clock, Color side, const SearchLimits *limits, int64_t spent_us) {
    if (clock->rate == 0 || !limits->has_clock[side])
        return;
    const int64_t left = clock->left_us[side] - spent_us + clamp_us(limits->increment_ms[side]);
    clock->left_us[side] = int64_max(left, 0);
}
