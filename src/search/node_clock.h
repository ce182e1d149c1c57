#pragma once

#include "search/limits.h"

/* The clocks of a game in which nodes are the unit of time. A GUI's clock goes by the time that
 * passes, so what each side has left is counted here, from its first search in a game on. All times
 * are those that so many nodes stand for. One thread at a time. */
typedef struct NodeClock {
    int rate;                /* nodes that are a millisecond; 0: time is the unit */
    bool is_running[COLORS]; /* the side has had a search with a clock in this game */
    int64_t left_us[COLORS];
    int64_t control_us[COLORS]; /* that it began with, and has again with each time control */
    int moves_to_go[COLORS];    /* as told before its last search */
} NodeClock;

/* The time that so many nodes stand for. Pure. */
int64_t node_clock_us(int rate, uint64_t nodes);

/* To be called when the next search belongs to another game. */
void node_clock_reset(NodeClock *clock);

/* Before a search of that side: where *limits have a clock for it, that becomes what the side has
 * left, which at its first search is the clock. With more moves to go than before its last search
 * it has the time of another control, which is taken to be as long as the first. Another rate than
 * before begins anew; with 0 *limits stay as they are. */
void node_clock_start(NodeClock *clock, int rate, Color side, SearchLimits *limits);

/* After it: takes what was spent and adds the increment. */
void node_clock_stop(NodeClock *clock, Color side, const SearchLimits *limits, int64_t spent_us);
