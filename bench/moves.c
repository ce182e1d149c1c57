#include <stddef.h>

#include "adapter.h"
#include "chess/see.h"
#include "positions.h"
#include "suites.h"

/* Items are positions. */
static void generate(BenchState *state, const void *context) {
    void (*const *generator)(const Position *, MoveList *) = context;
    const PositionSet *set = positions_all(false);
    while (bench_keep_running(state)) {
        for (int i = 0; i < set->count; i++) {
            MoveList list;
            list.count = 0;
            (*generator)(&set->positions[i], &list);
            bench_consume((uint64_t)list.count);
        }
    }
    bench_set_items(state, set->count);
}

static void count_moves(BenchState *state, const void *context) {
    (void)context;
    const PositionSet *set = positions_all(false);
    while (bench_keep_running(state)) {
        for (int i = 0; i < set->count; i++)
            bench_consume((uint64_t)movegen_count(&set->positions[i]));
    }
    bench_set_items(state, set->count);
}

/* What follows has moves as items. */

static void check_legality(BenchState *state, const void *context) {
    (void)context;
    const MoveSet *moves = positions_moves(false);
    while (bench_keep_running(state)) {
        for (int i = 0; i < moves->count; i++)
            bench_consume(movegen_is_legal(moves->moves[i].position, moves->moves[i].move));
    }
    bench_set_items(state, moves->count);
}

static void make(BenchState *state, const void *context) {
    void (*const *maker)(const Position *restrict, Position *restrict, Move) = context;
    const MoveSet *moves = positions_moves(false);
    Position next;
    while (bench_keep_running(state)) {
        for (int i = 0; i < moves->count; i++) {
            (*maker)(moves->moves[i].position, &next, moves->moves[i].move);
            bench_consume(next.checkers);
        }
    }
    bench_set_items(state, moves->count);
}

static void evaluate_exchanges(BenchState *state, const void *context) {
    (void)context;
    const MoveSet *moves = positions_moves(true);
    while (bench_keep_running(state)) {
        for (int i = 0; i < moves->count; i++)
            bench_consume(see_at_least(moves->moves[i].position, moves->moves[i].move, 0));
    }
    bench_set_items(state, moves->count);
}

void moves_register(void) {
    static void (*const ALL)(const Position *, MoveList *) = movegen_all;
    static void (*const NOISY)(const Position *, MoveList *) = movegen_noisy;
    static void (*const QUIET)(const Position *, MoveList *) = movegen_quiet;
    static void (*const MAKE)(const Position *restrict, Position *restrict, Move) = position_make;
    static void (*const UNKEYED)(const Position *restrict, Position *restrict, Move) =
        position_make_unkeyed;
    bench_register("moves/generate_all", generate, &ALL);
    bench_register("moves/generate_noisy", generate, &NOISY);
    bench_register("moves/generate_quiet", generate, &QUIET);
    bench_register("moves/count", count_moves, NULL);
    bench_register("moves/is_legal", check_legality, NULL);
    bench_register("moves/make", make, &MAKE);
    bench_register("moves/make_unkeyed", make, &UNKEYED);
    bench_register("moves/see", evaluate_exchanges, NULL);
}
