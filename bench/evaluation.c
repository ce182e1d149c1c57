#include <stdlib.h>

#include "adapter.h"
#include "eval/evaluate.h"
#include "positions.h"
#include "suites.h"

/* Items are positions. */
static void evaluate_by_hand(BenchState *state, const void *context) {
    (void)context;
    PositionSet *set = positions_create(true);
    while (bench_keep_running(state)) {
        for (int i = 0; i < set->count; i++)
            bench_consume((uint64_t)evaluate(&set->positions[i]));
    }
    bench_set_items(state, set->count);
    free(set);
}

void evaluation_register(void) {
    bench_register("evaluation/by_hand", evaluate_by_hand, NULL);
}
