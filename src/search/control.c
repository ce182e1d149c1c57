#include "search/control.h"

#include "base/clock.h"
uint64_t control_nodes(const SearchControl *control) {
    uint64_t nodes = 0;
    for (int i = 0; i < control->worker_count; i++)
        nodes += atomic_load_explicit(control->node_counters[i], memory_order_relaxed);
    return nodes;
}

int64_t control_elapsed_us(const SearchControl *control) {
    return clock_now_us() - control->limits.start_us;
}

bool control_limit_reached(const SearchControl *control) {
    if (control->limits.nodes && control_nodes(control) >= control->limits.nodes)
        return true;
    if (!control->budget.limited || atomic_load_explicit(&control->pondering, memory_order_relaxed))
        return false;
    int64_t start = atomic_load_explicit(&control->clock_start_us, memory_order_relaxed);
    return clock_now_us() - start >= control->budget.maximum_us;
}
