#include <stdlib.h>

#include "adapter.h"
#include "base/random.h"
#include "positions.h"
#include "search/picker.h"
#include "suites.h"

typedef struct HistoriesBench {
    Histories own;
    SharedHistories *shared;
} HistoriesBench;

static int16_t random_entry(uint64_t *seed) {
    return (int16_t)((int)random_scale(random_next(seed), HISTORY_LIMIT) - HISTORY_LIMIT / 2);
}

static void fill_shared(PieceToHistory *table, uint64_t *seed) {
    for (int piece = 0; piece < PIECES; piece++)
        for (int to = 0; to < SQUARES; to++)
            shared_entry_add(&(*table)[piece][to], random_entry(seed), HISTORY_LIMIT);
}

static void fill(int16_t *entries, size_t bytes, uint64_t *seed) {
    for (size_t i = 0; i < bytes / sizeof *entries; i++)
        entries[i] = random_entry(seed);
}

/* Those of one worker, as after some searching: what orders moves holds something everywhere.
 * False, with the reason told, without memory. */
static bool prepare(BenchState *state, HistoriesBench *bench) {
    bench->shared = calloc(1, shared_histories_bytes(1));
    if (!bench->shared) {
        bench_fail(state, "not enough memory");
        return false;
    }
    uint64_t seed = 3;
    histories_clear(&bench->own);
    histories_use(&bench->own, (HistoryShare){bench->shared, 1});
    fill(&bench->own.butterfly[0][0][0][0][0], sizeof bench->own.butterfly, &seed);
    fill(&bench->own.capture[0][0][0], sizeof bench->own.capture, &seed);
    for (int piece = 0; piece <= PIECES; piece++) {
        for (int square = 0; square < SQUARES; square++)
            fill_shared(&bench->shared->continuation[0][0][piece][square], &seed);
    }
    for (uint64_t structure = 0; structure < PAWN_STRUCTURES; structure++)
        fill_shared(pawn_history(&bench->own, structure), &seed);
    return true;
}

/* Hands out everything; items are moves. */
static void pick(BenchState *state, const void *context) {
    const bool *noisy = context;
    HistoriesBench bench;
    if (!prepare(state, &bench))
        return;
    const PositionSet *set = positions_all(false);
    const Move refutations[PICKER_REFUTATIONS] = {MOVE_NONE, MOVE_NONE, MOVE_NONE};
    PickerSource source = {
        NULL,
        &bench.own,
        {&bench.shared->continuation[0][0][0][1], &bench.shared->continuation[0][0][1][2],
         &bench.shared->continuation[0][0][2][3], &bench.shared->continuation[0][0][3][4]}};
    CheckInfo checks;
    Picker picker;
    int64_t moves = 0;
    while (bench_keep_running(state)) {
        moves = 0;
        for (int i = 0; i < set->count; i++) {
            source.position = &set->positions[i];
            if (*noisy) {
                picker_begin_noisy(&picker, &source, MOVE_NONE, 0);
            } else {
                checks = position_check_info(source.position);
                picker_begin(&picker, &source, &checks.squares, MOVE_NONE, MAX_PLY, refutations);
            }
            while (picker_next(&picker, false) != MOVE_NONE)
                moves++;
        }
        bench_consume((uint64_t)moves);
    }
    bench_set_items(state, moves);
    free(bench.shared);
}

/* Reads corrections, or learns some; items are positions. */
static void correct(BenchState *state, const void *context) {
    const bool *learns = context;
    HistoriesBench bench;
    if (!prepare(state, &bench))
        return;
    const PositionSet *set = positions_all(true);
    PieceToHistory *rows = bench.shared->pair_correction[WHITE_PAWN];
    const MovePairs pairs = {WHITE_PAWN, A1, {&rows[A1], &rows[A2]}};
    while (bench_keep_running(state)) {
        for (int i = 0; i < set->count && *learns; i++)
            histories_learn_correction(&bench.own, &set->positions[i], &pairs, i % 64, 20, 6);
        for (int i = 0; i < set->count && !*learns; i++)
            bench_consume((uint64_t)histories_correction(&bench.own, &set->positions[i], &pairs));
        bench_consume((uint64_t)bench.own.correction_mask);
    }
    bench_set_items(state, set->count);
    free(bench.shared);
}

/* Items are moves. */
static void update(BenchState *state, const void *context) {
    (void)context;
    HistoriesBench bench;
    if (!prepare(state, &bench))
        return;
    const MoveSet *moves = positions_moves(false);
    while (bench_keep_running(state)) {
        for (int i = 0; i < moves->count; i++) {
            const Move move = moves->moves[i].move;
            butterfly_history_add(&bench.own, i & 1, 0, move, i % 2 ? 500 : -400);
        }
        bench_consume((uint64_t)bench.own.butterfly[0][0][0][0][0]);
    }
    bench_set_items(state, moves->count);
    free(bench.shared);
}

void ordering_register(void) {
    static const bool NOISY = true, ALL = false, LEARNS = true, READS = false;
    bench_register("ordering/pick_all", pick, &ALL);
    bench_register("ordering/pick_noisy", pick, &NOISY);
    bench_register("ordering/history_update", update, NULL);
    bench_register("ordering/correction", correct, &READS);
    bench_register("ordering/learn_correction", correct, &LEARNS);
}
