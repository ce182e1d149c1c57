#include <limits.h>

#include "../chess/support.h"
#include "base/compiler.h"
#include "search/timeman.h"
#include "search/tunables.h"

#define CASES 20000

/* Below this many ms left there is no sensible budget, only a minimal one. */
#define MINIMAL_US 1000

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Anything from a few ms to a day, all magnitudes alike. */
static int64_t random_time(uint64_t *seed) {
    return random_below(seed, 1 + (1 << random_below(seed, 28)));
}

/* A sensible clock of White. */
static SearchLimits random_limits(uint64_t *seed) {
    SearchLimits limits = {.has_clock = {true, false}};
    limits.clock_ms[WHITE] = random_time(seed);
    limits.increment_ms[WHITE] = random_below(seed, 2) ? random_below(seed, 20000) : 0;
    limits.moves_to_go = random_below(seed, 2) ? random_below(seed, 60) : 0;
    return limits;
}

/* Whatever a confused front end may send. */
static int64_t absurd(uint64_t *seed) {
    static const int64_t EXTREMES[] = {
        INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1, INT_MIN, INT_MAX, -1, 0, 1};
    const int choice = random_below(seed, (int)ARRAY_LENGTH(EXTREMES) + 4);
    return choice < (int)ARRAY_LENGTH(EXTREMES) ? EXTREMES[choice]
                                                : (int64_t)random_next(seed) >> (choice * 4);
}

static SearchLimits absurd_limits(uint64_t *seed) {
    SearchLimits limits = {.has_movetime = random_below(seed, 2)};
    limits.movetime_ms = absurd(seed);
    limits.moves_to_go = (int)(absurd(seed) >> 32);
    for (int color = WHITE; color < COLORS; color++) {
        limits.has_clock[color] = random_below(seed, 4) > 0;
        limits.clock_ms[color] = absurd(seed);
        limits.increment_ms[color] = absurd(seed);
    }
    return limits;
}

static TimeBudget plan_move(const SearchLimits *limits, int number, int overhead_ms) {
    const TimeBudget budget =
        timeman_plan(limits, WHITE, number, &(SearchOptions){.overhead_ms = overhead_ms});
    assert_true(budget.optimum_us >= 0);
    assert_true(budget.optimum_us <= budget.maximum_us);
    return budget;
}

static TimeBudget plan(const SearchLimits *limits, int overhead_ms) {
    return plan_move(limits, 1, overhead_ms);
}

static TimeSigns random_signs(uint64_t *seed) {
    return (TimeSigns){.stability = random_below(seed, 12),
                       .changes = random_below(seed, 3000),
                       .fall = random_below(seed, 200) - 100,
                       .fall_lately = random_below(seed, 200) - 100,
                       .effort = random_below(seed, 1001),
                       .nodes = 1000 + (uint64_t)random_below(seed, 130000)};
}

static void without_time_there_is_no_limit(void **state) {
    (void)state;
    const SearchLimits open = {.depth = 5, .nodes = 100, .infinite = true, .moves_to_go = 10};
    assert_false(
        timeman_plan(&open, WHITE, 1, &(SearchOptions){.overhead_ms = 10, .ponder = true}).limited);
    /* The clock of the other side is not ours. */
    const SearchLimits theirs = {.has_clock = {false, true}, .clock_ms = {0, 1000}};
    assert_false(timeman_plan(&theirs, WHITE, 1, &(SearchOptions){.overhead_ms = 10}).limited);
    assert_true(timeman_plan(&theirs, BLACK, 1, &(SearchOptions){.overhead_ms = 10}).limited);
}

/* What would end at no time otherwise. */
static void a_clock_that_is_missing_is_the_other_one(void **state) {
    (void)state;
    SearchLimits theirs = {.has_clock = {false, true}, .clock_ms = {7, 1000}};
    timeman_complete_clock(&theirs, BLACK);
    assert_false(theirs.has_clock[WHITE]);
    timeman_complete_clock(&theirs, WHITE);
    assert_true(theirs.has_clock[WHITE]);
    assert_int_equal(theirs.clock_ms[WHITE], 1000);
    SearchLimits added = {.increment_ms = {300, 500}, .ponder = true};
    timeman_complete_clock(&added, BLACK);
    assert_true(added.has_clock[BLACK] && !added.has_clock[WHITE]);
    assert_int_equal(added.clock_ms[BLACK], 500);
    SearchLimits theirs_added = {.increment_ms = {0, 500}};
    timeman_complete_clock(&theirs_added, WHITE);
    assert_true(theirs_added.has_clock[WHITE]);
    assert_int_equal(theirs_added.clock_ms[WHITE], 500);
    SearchLimits own_added = {.increment_ms = {500, 0}};
    timeman_complete_clock(&own_added, WHITE);
    assert_true(own_added.has_clock[WHITE]);
    assert_int_equal(own_added.clock_ms[WHITE], 500);
    SearchLimits to_go = {.moves_to_go = 40};
    timeman_complete_clock(&to_go, WHITE);
    assert_true(to_go.has_clock[WHITE]);
    assert_int_equal(to_go.clock_ms[WHITE], 0);
    SearchLimits both = {.has_clock = {true, true}, .clock_ms = {10, 1000}};
    timeman_complete_clock(&both, WHITE);
    assert_int_equal(both.clock_ms[WHITE], 10);
}

static void a_search_that_ends_anyway_gets_no_clock(void **state) {
    (void)state;
    const SearchLimits others[] = {
        {.depth = 0}, {.depth = 5},           {.nodes = 9},       {.soft_nodes = 9},
        {.mate = 2},  {.has_movetime = true}, {.infinite = true},
    };
    for (int i = 0; i < (int)ARRAY_LENGTH(others); i++) {
        SearchLimits limits = others[i];
        limits.has_clock[BLACK] = i > 0;
        limits.moves_to_go = i > 0 ? 40 : 0;
        timeman_complete_clock(&limits, WHITE);
        assert_false(limits.has_clock[WHITE]);
    }
}

static void each_side_uses_its_own_clock(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 1000; i++) {
        SearchLimits white = random_limits(&seed), black = white;
        black.has_clock[WHITE] = false;
        black.has_clock[BLACK] = true;
        black.clock_ms[BLACK] = white.clock_ms[WHITE];
        black.increment_ms[BLACK] = white.increment_ms[WHITE];
        black.clock_ms[WHITE] = black.increment_ms[WHITE] = random_time(&seed);
        const TimeBudget a = timeman_plan(&white, WHITE, 1, &(SearchOptions){.overhead_ms = 30});
        const TimeBudget b = timeman_plan(&black, BLACK, 1, &(SearchOptions){.overhead_ms = 30});
        assert_int_equal(a.optimum_us, b.optimum_us);
        assert_int_equal(a.maximum_us, b.maximum_us);
    }
}

static void never_overdraws_the_clock(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        const SearchLimits limits = random_limits(&seed);
        const int overhead = random_below(&seed, 2) ? random_below(&seed, 10001) : 10;
        const int64_t left_us = (limits.clock_ms[WHITE] - overhead) * 1000;
        for (int ponder = 0; ponder <= 1; ponder++) {
            const TimeBudget budget =
                timeman_plan(&limits, WHITE, 1 + random_below(&seed, 300),
                             &(SearchOptions){.overhead_ms = overhead, .ponder = ponder});
            assert_true(budget.limited && budget.adjustable);
            assert_true(budget.maximum_us <= larger(left_us, MINIMAL_US));
            assert_true(budget.maximum_us > 0);
            assert_true(budget.optimum_us <= budget.maximum_us);
        }
    }
}

static void an_empty_clock_means_at_once(void **state) {
    (void)state;
    static const int64_t EMPTY[] = {0, -1, -50, -1000000, INT64_MIN};
    for (int i = 0; i < (int)ARRAY_LENGTH(EMPTY); i++) {
        for (int moves = 0; moves < 3; moves++) {
            const SearchLimits limits = {
                .has_clock = {true, false},
                .clock_ms = {EMPTY[i], 100000},
                .increment_ms = {i % 2 ? 5000 : 0, 0},
                .moves_to_go = moves,
            };
            assert_true(plan(&limits, 0).maximum_us <= MINIMAL_US);
            assert_true(plan(&limits, 10000).maximum_us <= MINIMAL_US);
            assert_true(plan(&limits, 100).limited);
        }
    }
}

static void overhead_may_exceed_the_clock(void **state) {
    (void)state;
    for (int clock = 0; clock <= 5000; clock += 7) {
        const SearchLimits limits = {.has_clock = {true, false}, .clock_ms = {clock, 0}};
        assert_true(plan(&limits, 5000).maximum_us <= MINIMAL_US);
        assert_true(plan(&limits, 10000).maximum_us <= MINIMAL_US);
    }
}

/* What every move to come loses is not there to think with. */
static void overhead_is_set_aside(void **state) {
    (void)state;
    for (int moves = 0; moves <= 40; moves += 10) {
        const SearchLimits limits = {
            .has_clock = {true, false}, .clock_ms = {60000, 0}, .moves_to_go = moves};
        const int64_t free = plan(&limits, 0).optimum_us;
        const int64_t costly = plan(&limits, 500).optimum_us;
        assert_in_range(free - costly, 300000, 1000000);
    }
}

static void a_move_time_is_exact(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < CASES; i++) {
        const int64_t wanted = random_time(&seed);
        const SearchLimits limits = {.has_movetime = true, .movetime_ms = wanted};
        const TimeBudget budget = plan(&limits, random_below(&seed, 10001));
        assert_true(budget.limited);
        assert_false(budget.adjustable);
        assert_int_equal(budget.maximum_us, wanted * 1000);
        assert_int_equal(budget.optimum_us, wanted * 1000);
        const TimeSigns signs = random_signs(&seed);
        assert_int_equal(timeman_adjusted_optimum(&budget, &signs), wanted * 1000);
    }
    const SearchLimits negative = {.has_movetime = true, .movetime_ms = -5};
    assert_int_equal(plan(&negative, 10).maximum_us, 0);
}

/* Of a clock and a move time the first one that is reached ends the search. */
static void move_time_and_clock_combine(void **state) {
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < CASES; i++) {
        SearchLimits limits = random_limits(&seed);
        const TimeBudget clock = plan(&limits, 20);
        limits.has_movetime = true;
        limits.movetime_ms = random_time(&seed);
        const TimeBudget both = plan(&limits, 20);
        const int64_t movetime = limits.movetime_ms * 1000;
        assert_int_equal(both.maximum_us,
                         movetime < clock.maximum_us ? movetime : clock.maximum_us);
    }
}

static void the_last_move_takes_what_is_left(void **state) {
    (void)state;
    for (int64_t clock = 1000; clock < 1000000; clock += 999) {
        SearchLimits limits = {
            .has_clock = {true, false}, .clock_ms = {clock, 0}, .moves_to_go = 1};
        const TimeBudget last = plan(&limits, 10);
        assert_true(last.maximum_us >= clock * 1000 / 2);
        assert_int_equal(last.optimum_us, last.maximum_us);
        assert_true(last.maximum_us <= (clock - 10) * 1000);
        limits.moves_to_go = 40;
        assert_true(plan(&limits, 10).optimum_us < last.optimum_us / 10);
    }
}

/* One difficult move is no reason to play all others in no time. */
static void the_maximum_leaves_time_for_other_moves(void **state) {
    (void)state;
    for (int64_t clock = 1000; clock < 1000000; clock += 9999) {
        for (int moves = 0; moves <= 40; moves += moves == 0 ? 2 : 1) {
            const SearchLimits limits = {
                .has_clock = {true, false}, .clock_ms = {clock, 0}, .moves_to_go = moves};
            const TimeBudget budget = plan(&limits, 10);
            assert_true(budget.maximum_us <= clock * TIME_MAXIMUM_SHARE * 10);
            assert_true(budget.maximum_us <= budget.optimum_us * TIME_MAXIMUM_FACTOR);
            if (moves == 0 || moves > 20)
                assert_true(budget.maximum_us <= clock * 1000 / 2);
        }
    }
}

static void more_time_never_gives_less(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < CASES; i++) {
        const SearchLimits poor = random_limits(&seed);
        const int overhead = random_below(&seed, 500);
        const TimeBudget before = plan(&poor, overhead);

        SearchLimits rich = poor;
        rich.clock_ms[WHITE] += random_below(&seed, 3) ? random_time(&seed) : 1;
        const TimeBudget longer = plan(&rich, overhead);
        assert_true(longer.optimum_us >= before.optimum_us);
        assert_true(longer.maximum_us >= before.maximum_us);

        rich = poor;
        rich.increment_ms[WHITE] += random_time(&seed);
        const TimeBudget increment = plan(&rich, overhead);
        assert_true(increment.optimum_us >= before.optimum_us);
        assert_true(increment.maximum_us >= before.maximum_us);

        const TimeBudget nearer = plan(&poor, overhead / 2);
        assert_true(nearer.optimum_us >= before.optimum_us);
        assert_true(nearer.maximum_us >= before.maximum_us);

        const TimeBudget pondering = timeman_plan(
            &poor, WHITE, 1, &(SearchOptions){.overhead_ms = overhead, .ponder = true});
        assert_true(pondering.optimum_us >= before.optimum_us);
        assert_true(pondering.maximum_us >= before.maximum_us);
    }
}

/* Half of the time that the opponent takes is ours. */
static void who_may_ponder_takes_longer(void **state) {
    (void)state;
    for (int64_t clock = 1000; clock < 1000000; clock += 9999) {
        const SearchLimits limits = {
            .has_clock = {true, false}, .clock_ms = {clock, 0}, .increment_ms = {clock / 100, 0}};
        const int64_t alone = plan(&limits, 10).optimum_us;
        const TimeBudget pondering =
            timeman_plan(&limits, WHITE, 1, &(SearchOptions){.overhead_ms = 10, .ponder = true});
        assert_in_range(pondering.optimum_us, alone * 11 / 10, alone * 2);
    }
}

static void fewer_moves_get_no_less_each(void **state) {
    (void)state;
    for (int64_t clock = 1; clock < 10000000; clock = clock * 3 / 2 + 1) {
        SearchLimits limits = {
            .has_clock = {true, false}, .clock_ms = {clock, 0}, .moves_to_go = 60};
        TimeBudget more = plan(&limits, 0);
        while (--limits.moves_to_go > 0) {
            const TimeBudget fewer = plan(&limits, 0);
            assert_true(fewer.optimum_us >= more.optimum_us);
            more = fewer;
        }
    }
}

/* Who always thinks for the optimum reaches the time control. */
static void the_optimum_reaches_the_time_control(void **state) {
    (void)state;
    static const int MOVES[] = {1, 2, 5, 20, 40, 50, 100};
    for (int i = 0; i < (int)ARRAY_LENGTH(MOVES); i++) {
        for (int overhead = 0; overhead <= 100; overhead += 50) {
            int64_t left_us = 300000000;
            for (int moves = MOVES[i]; moves > 0; moves--) {
                const SearchLimits limits = {.has_clock = {true, false},
                                             .clock_ms = {left_us / 1000, 0},
                                             .moves_to_go = moves};
                left_us -= plan(&limits, overhead).optimum_us + overhead * 1000;
                assert_true(left_us >= 0);
            }
        }
    }
}

/* An overhead as large as a move's share of the clock takes a part of it, not all: a quarter of
 * 1,250 ms at most, so 26 moves have an even share of 36 ms. */
static void a_large_overhead_leaves_time_to_think(void **state) {
    (void)state;
    const SearchLimits limits = {
        .has_clock = {true, false}, .clock_ms = {1000, 0}, .increment_ms = {10, 0}};
    const int share = TIME_SHARE_FIRST + 40 * TIME_SHARE_STEP;
    assert_in_range(plan_move(&limits, 40, 50).optimum_us, 36 * share, 37 * share);
    assert_in_range(plan_move(&limits, 40, 200).optimum_us, 36 * share, 37 * share);
    assert_in_range(plan_move(&limits, 40, 2).optimum_us, plan_move(&limits, 40, 50).optimum_us,
                    60000);
}

/* The least that a clock shows in microseconds, before increments, to whoever takes the optimum or
 * the maximum of every move. */
static int64_t least_left_us(SearchLimits limits, int overhead_ms, int moves, bool takes_maximum) {
    int64_t left_us = limits.clock_ms[WHITE] * 1000;
    int64_t least_us = left_us;
    for (int move = 0; move < moves; move++) {
        limits.clock_ms[WHITE] = left_us / 1000;
        const TimeBudget budget = plan_move(&limits, move + 1, overhead_ms);
        left_us -= (takes_maximum ? budget.maximum_us : budget.optimum_us) + overhead_ms * 1000;
        limits.moves_to_go -= limits.moves_to_go > 0;
        least_us = left_us < least_us ? left_us : least_us;
        left_us += limits.increment_ms[WHITE] * 1000;
    }
    return least_us;
}

/* Sudden death: whoever takes the maximum every time still does not lose on time. */
static void the_maximum_never_loses_on_time(void **state) {
    (void)state;
    const SearchLimits limits = {
        .has_clock = {true, false}, .clock_ms = {60000, 0}, .increment_ms = {100, 0}};
    assert_true(least_left_us(limits, 50, 500, true) >= 0);
}

/* Up to a control neither, where its moves lose less than the clock shows. */
static void the_maximum_reaches_the_time_control(void **state) {
    (void)state;
    static const int64_t CLOCKS[] = {100, 1000, 3000, 10000, 60000, 300000};
    static const int MOVES[] = {1, 2, 3, 5, 10, 20, 30, 40, 60, 100};
    static const int OVERHEADS[] = {0, 1, 10, 30, 80, 200, 1000};
    static const int64_t INCREMENTS[] = {0, 1, 5, 50};
    int games = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(CLOCKS) * ARRAY_LENGTH(MOVES); i++) {
        for (size_t j = 0; j < ARRAY_LENGTH(OVERHEADS) * ARRAY_LENGTH(INCREMENTS); j++) {
            const int64_t clock = CLOCKS[i / ARRAY_LENGTH(MOVES)];
            const int moves = MOVES[i % ARRAY_LENGTH(MOVES)];
            const int overhead = OVERHEADS[j / ARRAY_LENGTH(INCREMENTS)];
            const int64_t increment = INCREMENTS[j % ARRAY_LENGTH(INCREMENTS)];
            const SearchLimits limits = {.has_clock = {true, false},
                                         .clock_ms = {clock, 0},
                                         .increment_ms = {increment, 0},
                                         .moves_to_go = moves};
            if (overhead + 1 > clock || moves * (overhead + 1) > clock + (moves - 1) * increment)
                continue;
            games++;
            if (least_left_us(limits, overhead, moves, true) < 0 ||
                least_left_us(limits, overhead, moves, false) < 0)
                fail_msg("%d moves in %d ms and %d ms each, of which %d are lost", moves,
                         (int)clock, (int)increment, overhead);
        }
    }
    assert_true(games > 1000);
}

/* Where overheads take most of the clock, what they leave is for all moves: without that, the last
 * twenty of these had a millisecond each. Increments that are larger leave all of it. */
static void a_large_overhead_leaves_time_for_the_last_moves(void **state) {
    (void)state;
    static const struct {
        int moves, overhead_ms;
        int64_t clock_ms, increment_ms, least_us;
    } CONTROLS[] = {
        {30, 80, 3000, 0, 3000},       {40, 500, 30000, 0, 20000}, {40, 1000, 60000, 0, 40000},
        {40, 1000, 50000, 250, 40000}, {5, 60, 400, 0, 5000},      {40, 500, 10000, 1000, 500000},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CONTROLS); i++) {
        int64_t left_us = CONTROLS[i].clock_ms * 1000;
        for (int moves = CONTROLS[i].moves; moves > 0; moves--) {
            const SearchLimits limits = {.has_clock = {true, false},
                                         .clock_ms = {left_us / 1000, 0},
                                         .increment_ms = {CONTROLS[i].increment_ms, 0},
                                         .moves_to_go = moves};
            const int64_t optimum = plan(&limits, CONTROLS[i].overhead_ms).optimum_us;
            if (optimum < CONTROLS[i].least_us)
                fail_msg("%d: %d us with %d moves to go", (int)i, (int)optimum, moves);
            left_us += (CONTROLS[i].increment_ms - CONTROLS[i].overhead_ms) * 1000 - optimum;
        }
    }
}

/* Whoever takes the optimum every time, in a game that is decided by increments, still has some of
 * them left for a move that takes longer than it was meant to. */
static void increments_are_not_spent_before_they_come(void **state) {
    (void)state;
    const SearchLimits limits = {
        .has_clock = {true, false}, .clock_ms = {5000, 0}, .increment_ms = {50, 0}};
    assert_true(least_left_us(limits, 10, 300, false) >= 150000);
}

static void nothing_overflows(void **state) {
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < CASES; i++) {
        const SearchLimits limits = absurd_limits(&seed);
        const Color side = i % 2 ? WHITE : BLACK;
        const TimeBudget budget =
            timeman_plan(&limits, side, random_below(&seed, 65536),
                         &(SearchOptions){.overhead_ms = random_below(&seed, 10001),
                                          .ponder = random_below(&seed, 2)});
        assert_true(budget.optimum_us >= 0);
        assert_true(budget.optimum_us <= budget.maximum_us);
        assert_int_equal(budget.limited, limits.has_movetime || limits.has_clock[side]);
        const TimeSigns signs = {.stability = (int)(absurd(&seed) >> 32),
                                 .changes = (int)(absurd(&seed) >> 32),
                                 .fall = (int)(absurd(&seed) >> 32),
                                 .fall_lately = (int)(absurd(&seed) >> 32),
                                 .effort = random_below(&seed, 1001),
                                 .nodes = (uint64_t)absurd(&seed)};
        assert_in_range(timeman_adjusted_optimum(&budget, &signs), 0, budget.maximum_us);
    }
}

static void adjustment_follows_the_search(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < CASES; i++) {
        const SearchLimits limits = random_limits(&seed);
        const TimeBudget budget = plan(&limits, 10);
        const TimeSigns signs = random_signs(&seed);
        TimeSigns settled = signs, changing = signs, falling = signs, lately = signs, one = signs;
        TimeSigns longer = signs;
        settled.stability++;
        changing.changes += 300;
        falling.fall += 5;
        lately.fall_lately += 5;
        one.effort += 50;
        longer.nodes += 1 + signs.nodes / 10;
        const int64_t here = timeman_adjusted_optimum(&budget, &signs);
        assert_true(here <= budget.maximum_us);
        /* A settled best move needs less, one that changes or falls more, one that took all nodes
         * less, and with more nodes the other signs say less. */
        assert_true(timeman_adjusted_optimum(&budget, &settled) <= here);
        assert_true(timeman_adjusted_optimum(&budget, &changing) >= here);
        assert_true(timeman_adjusted_optimum(&budget, &falling) >= here);
        assert_true(timeman_adjusted_optimum(&budget, &lately) >= here);
        assert_true(timeman_adjusted_optimum(&budget, &one) <= here);
        assert_true(timeman_adjusted_optimum(&budget, &longer) >= here);
    }
    const SearchLimits minute = {.has_clock = {true, false}, .clock_ms = {60000, 0}};
    const TimeBudget budget = plan(&minute, 10);
    const TimeSigns calm = {.stability = 10, .effort = 900};
    const TimeSigns wild = {.changes = 2000, .fall = 50, .fall_lately = 20, .effort = 300};
    assert_true(2 * timeman_adjusted_optimum(&budget, &calm) <
                timeman_adjusted_optimum(&budget, &wild));
    assert_true(timeman_adjusted_optimum(&budget, &calm) > 0);
}

/* None of them is deaf in the middle of its range. */
static void each_sign_counts_in_both_directions(void **state) {
    (void)state;
    const SearchLimits minute = {.has_clock = {true, false}, .clock_ms = {60000, 0}};
    const TimeBudget budget = plan(&minute, 10);
    const TimeSigns usual = {.stability = 5, .changes = 500, .effort = 500, .nodes = 20000};
    for (int up = -1; up <= 1; up += 2) {
        TimeSigns signs[6] = {usual, usual, usual, usual, usual, usual};
        signs[0].stability -= up;
        signs[1].changes += up * 200;
        signs[2].fall += up * 10;
        signs[3].fall_lately += up * 10;
        signs[4].effort -= up * 100;
        signs[5].nodes = up > 0 ? 2 * usual.nodes : usual.nodes / 2;
        for (int i = 0; i < 6; i++) {
            const int64_t changed = timeman_adjusted_optimum(&budget, &signs[i]) -
                                    timeman_adjusted_optimum(&budget, &usual);
            assert_true(up * changed > 10000);
        }
    }
}

/* What was measured ends somewhere: neither no nodes nor any number of them make more of it. */
static void the_length_of_a_search_counts_within_bounds(void **state) {
    (void)state;
    const SearchLimits minute = {.has_clock = {true, false}, .clock_ms = {60000, 0}};
    const TimeBudget budget = plan(&minute, 10);
    int64_t last = 0;
    for (int doublings = -1; doublings < 64; doublings++) {
        const TimeSigns signs = {
            .stability = 10, .effort = 900, .nodes = doublings < 0 ? 0 : (uint64_t)1 << doublings};
        const int64_t here = timeman_adjusted_optimum(&budget, &signs);
        assert_true(here >= last);
        last = here;
    }
    const TimeSigns none = {.stability = 10, .effort = 900};
    assert_in_range(last, 2 * timeman_adjusted_optimum(&budget, &none),
                    4 * timeman_adjusted_optimum(&budget, &none));
}

/* Neither does a move that took hardly any of the nodes, or all of them. */
static void effort_counts_within_bounds(void **state) {
    (void)state;
    const SearchLimits minute = {.has_clock = {true, false}, .clock_ms = {60000, 0}};
    const TimeBudget budget = plan(&minute, 10);
    int64_t optimum[4];
    for (int i = 0; i < 4; i++) {
        const TimeSigns signs = {.effort = (const int[]){0, 200, 950, 1000}[i], .nodes = 1 << 20};
        optimum[i] = timeman_adjusted_optimum(&budget, &signs);
    }
    assert_int_equal(optimum[0], optimum[1]);
    assert_int_equal(optimum[2], optimum[3]);
    assert_true(optimum[1] > optimum[2]);
}

/* With the increment alone to live on, a late move leaves less of the clock unused. */
static void later_moves_get_a_larger_share(void **state) {
    (void)state;
    const SearchLimits limits = {
        .has_clock = {true, false}, .clock_ms = {5000, 0}, .increment_ms = {50, 0}};
    int64_t before = plan_move(&limits, 1, 10).optimum_us;
    for (int number = 2; number < 200; number++) {
        const int64_t optimum = plan_move(&limits, number, 10).optimum_us;
        assert_true(optimum >= before);
        before = optimum;
    }
    assert_in_range(before, plan_move(&limits, 1, 10).optimum_us * 5 / 4, 1000000);
    SearchLimits control = limits;
    control.moves_to_go = 20;
    assert_int_equal(plan_move(&control, 1, 10).optimum_us, plan_move(&control, 60, 10).optimum_us);
}

/* Percent of the clock that are left to who takes one and a half optima for each of some moves. */
static int64_t percent_left(SearchLimits limits, int moves) {
    const int64_t clock_us = limits.clock_ms[WHITE] * 1000;
    int64_t left_us = clock_us;
    for (int move = 1; move <= moves; move++) {
        limits.clock_ms[WHITE] = left_us / 1000;
        left_us -= plan_move(&limits, move, 0).optimum_us * 3 / 2;
        limits.moves_to_go -= limits.moves_to_go > 0;
    }
    return left_us * 100 / clock_us;
}

/* As moves of few nodes do; so much would be left of 100 with even shares: 12 and 7. */
static void who_takes_longer_has_time_left(void **state) {
    (void)state;
    SearchLimits limits = {.has_clock = {true, false}, .clock_ms = {60000, 0}, .moves_to_go = 40};
    assert_in_range(percent_left(limits, 30), 16, 20);
    limits.moves_to_go = 0;
    assert_in_range(percent_left(limits, 40), 18, 25);
}

/* With a hundredth of the clock for each move all of it counts: 9,730 ms for 26 moves, of which the
 * first takes 0.908 parts. With less it counts less, and nothing jumps. */
static void increments_make_the_clock_count(void **state) {
    (void)state;
    SearchLimits limits = {
        .has_clock = {true, false}, .clock_ms = {8000, 0}, .increment_ms = {80, 0}};
    assert_in_range(plan(&limits, 10).optimum_us, 339700, 339900);
    for (int64_t before = 0; limits.increment_ms[WHITE] >= 0; limits.increment_ms[WHITE]--) {
        const int64_t optimum = plan(&limits, 10).optimum_us;
        if (before > 0)
            assert_in_range(before - optimum, 0, 3000);
        before = optimum;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_time_there_is_no_limit),
        cmocka_unit_test(a_clock_that_is_missing_is_the_other_one),
        cmocka_unit_test(a_search_that_ends_anyway_gets_no_clock),
        cmocka_unit_test(each_side_uses_its_own_clock),
        cmocka_unit_test(never_overdraws_the_clock),
        cmocka_unit_test(an_empty_clock_means_at_once),
        cmocka_unit_test(overhead_may_exceed_the_clock),
        cmocka_unit_test(overhead_is_set_aside),
        cmocka_unit_test(a_move_time_is_exact),
        cmocka_unit_test(move_time_and_clock_combine),
        cmocka_unit_test(the_last_move_takes_what_is_left),
        cmocka_unit_test(the_maximum_leaves_time_for_other_moves),
        cmocka_unit_test(more_time_never_gives_less),
        cmocka_unit_test(who_may_ponder_takes_longer),
        cmocka_unit_test(fewer_moves_get_no_less_each),
        cmocka_unit_test(the_optimum_reaches_the_time_control),
        cmocka_unit_test(a_large_overhead_leaves_time_to_think),
        cmocka_unit_test(the_maximum_never_loses_on_time),
        cmocka_unit_test(the_maximum_reaches_the_time_control),
        cmocka_unit_test(a_large_overhead_leaves_time_for_the_last_moves),
        cmocka_unit_test(increments_are_not_spent_before_they_come),
        cmocka_unit_test(nothing_overflows),
        cmocka_unit_test(adjustment_follows_the_search),
        cmocka_unit_test(each_sign_counts_in_both_directions),
        cmocka_unit_test(the_length_of_a_search_counts_within_bounds),
        cmocka_unit_test(effort_counts_within_bounds),
        cmocka_unit_test(later_moves_get_a_larger_share),
        cmocka_unit_test(who_takes_longer_has_time_left),
        cmocka_unit_test(increments_make_the_clock_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
