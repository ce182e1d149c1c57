#include "search/control.h"

#include "base/clock.h"
#include "base/integers.h"
#include "base/processors.h"
#include "chess/movegen.h"
#include "search/node_clock.h"
#include "search/strength.h"

static void limit_strength(SearchControl *control) {
    SearchLimits *limits = &control->limits;
    const uint64_t nodes = strength_nodes(limits->elo);
    if (limits->nodes == 0 || limits->nodes > nodes)
        limits->nodes = nodes;
    control->worker_count = int_min(control->worker_count, 1);
    control->setup.partners = NULL;
    control->setup.tablebases = NULL;
}

/* A known win must not cut off the search for a mate. */
static TablebaseRules tablebase_rules(const SearchSetup *setup, const SearchLimits *limits) {
    if (!setup->tablebases || limits->mate > 0)
        return (TablebaseRules){0};
    const SearchOptions *options = &setup->options;
    return (TablebaseRules){
        .tables = setup->tablebases,
        .men = int_min(options->tablebase_men, setup->tablebases->men),
        .depth = options->tablebase_depth,
        .rule50 = options->tablebase_rule50,
    };
}

void control_begin(SearchControl *control, const SearchSetup *setup, const SearchLimits *limits,
                   int workers) {
    control->setup = *setup;
    control->limits = *limits;
    control->worker_count = workers;
    if (limits->elo > 0)
        limit_strength(control);
    control->partner_count = control->setup.partners ? control->setup.partners->count : 0;
    control->tablebase_rules = tablebase_rules(&control->setup, limits);
    atomic_store(&control->stop, false);
    atomic_store(&control->pondering, limits->ponder);
    atomic_store(&control->overdue, false);
    atomic_store(&control->clock_start_us, limits->start_us);
    atomic_store(&control->line_requests, 0);
    control->processors_allowed = int_max(processors_allowed(), setup->processors);
    control->takes_turns = control->worker_count > setup->processors;
    control->measured_us = clock_now_us();
    control->measured_processor_us = clock_processor_us();
}

/* The sum of a counter that each worker and each partner has. */
static uint64_t sum(const SearchControl *control, const _Atomic uint64_t *const *counters) {
    uint64_t total = 0;
    for (int i = 0; i < control->worker_count + control->partner_count; i++)
        total += atomic_load_explicit(counters[i], memory_order_relaxed);
    return total;
}

uint64_t control_nodes(const SearchControl *control) {
    return sum(control, control->node_counters);
}

int64_t control_elapsed_us(const SearchControl *control) {
    return clock_now_us() - control->limits.start_us;
}

int64_t control_clock_us(const SearchControl *control) {
    const int rate = control->setup.options.nodes_time;
    return rate > 0 ? control->limits.start_us + node_clock_us(rate, control_nodes(control))
                    : clock_now_us();
}

Move control_first_move(const SearchControl *control) {
    const MoveList list = movegen_list(&control->setup.root->position);
    for (int i = 0; i < list.count; i++) {
        if (search_limits_allow(&control->limits, list.moves[i]))
            return list.moves[i];
    }
    return MOVE_NONE;
}

Ballot control_ballot(const SearchControl *control, int worker) {
    return ballot_unpack(atomic_load_explicit(&control->ballots[worker], memory_order_relaxed));
}

bool control_is_talkative(const SearchControl *control) {
    return control_elapsed_us(control) >= CONTROL_TALKATIVE_US;
}

/* Permille of the processors allowed that the process has used since the search began. */
static int cpu_load(const SearchControl *control) {
    int64_t elapsed = clock_now_us() - control->measured_us;
    int64_t used = clock_processor_us() - control->measured_processor_us;
    int64_t available = elapsed * control->processors_allowed;
    if (available <= 0 || used >= available)
        return 1000;
    return (int)(used * 1000 / available);
}

/* The mean of this process's table and those of its partners that have told of theirs: who tells
 * nothing may be gone, and what is empty does not count. */
static int mean_fullness(const SearchControl *control) {
    int sum_of_all = tt_fullness(control->setup.table), tables = 1;
    for (int i = 0; i < control->partner_count; i++) {
        const int full = atomic_load_explicit(&control->setup.partners->partners[i].hash_full,
                                              memory_order_relaxed);
        sum_of_all += full;
        tables += full > 0;
    }
    return sum_of_all / tables;
}

SearchFigures control_figures(const SearchControl *control) {
    SearchFigures figures = {
        .nodes = control_nodes(control),
        .tablebase_hits = sum(control, control->hit_counters),
        .elapsed_us = control_elapsed_us(control),
    };
    if (control->reporter.sink.iteration || control->reporter.sink.statistics) {
        figures.hash_full = mean_fullness(control);
        figures.cpu_load = cpu_load(control);
    }
    return figures;
}

int64_t control_deadline_us(const SearchControl *control) {
    const TimeBudget *budget = &control->budget;
    const int64_t clock_start =
        atomic_load_explicit(&control->clock_start_us, memory_order_relaxed);
    int64_t deadline = INT64_MAX;
    if (control->limits.has_movetime)
        deadline = control->limits.start_us + budget->movetime_us;
    if (budget->adjustable)
        deadline = int64_min(deadline, clock_start + budget->maximum_us);
    return deadline;
}

bool control_limit_reached(const SearchControl *control) {
    if (control->limits.nodes && control_nodes(control) >= control->limits.nodes)
        return true;
    /* Acquires: with the end of pondering comes the beginning of our clock. */
    if (!control->budget.limited || atomic_load_explicit(&control->pondering, memory_order_acquire))
        return false;
    return control_clock_us(control) >= control_deadline_us(control);
}
