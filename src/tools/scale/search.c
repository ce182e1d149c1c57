#include "tools/scale/search.h"

#include <math.h>

#include "base/clock.h"
#include "base/integers.h"
#include "chess/bitboard.h"
#include "chess/movegen.h"
#include "engine/bench.h"
#include "engine/engine_insider.h"
#include "engine/placement_report.h"

/* Endings with fewer men are searched to the end too soon to keep many threads busy. */
#define LEAST_MEN 12

bool scale_choose_positions(int wanted, bool chess_alone, ScalePositions *positions) {
    Engine *engine = engine_create();
    if (!engine)
        return false;
    int useful[BENCH_POSITION_COUNT];
    int count = 0;
    for (int i = 0; i < BENCH_POSITION_COUNT; i++) {
        bench_set_position(engine, i);
        const Position *position = engine_position(engine);
        if (bb_count(position_occupied(position)) >= LEAST_MEN && movegen_count(position) > 1 &&
            !(chess_alone && BENCH_POSITIONS[i].chess960))
            useful[count++] = i;
    }
    engine_destroy(engine);
    positions->count = int_min(wanted, count);
    for (int i = 0; i < positions->count; i++)
        positions->indices[i] = useful[i * count / positions->count];
    return true;
}

int scale_search_steps(const ScaleSettings *settings, const ScalePositions *positions) {
    return positions->count * ((settings->movetime_ms > 0) + (settings->depth > 0));
}

void scale_add_search(ScaleSums *sums, uint64_t nodes, int64_t elapsed_us, int64_t whole_us,
                      int64_t processor_us) {
    const double time_us = fmax((double)elapsed_us, 1);
    sums->nodes += (double)nodes;
    sums->elapsed_us += time_us;
    sums->whole_us += fmax((double)whole_us, 1);
    sums->processor_us += processor_us < 0 ? NAN : (double)processor_us;
    sums->log_time += log(time_us);
    sums->log_nodes += log(fmax((double)nodes, 1));
}

void scale_note_speed(ScaleRun *run, const ScaleSums *sums, int threads) {
    if (sums->has_failed)
        return;
    run->speed = sums->nodes * 1e6 / sums->elapsed_us;
    run->processor_share = sums->processor_us / sums->whole_us / threads;
}

void scale_note_depth(ScaleRun *run, const ScaleSums *sums, int positions) {
    if (sums->has_failed)
        return;
    run->depth_ms = exp(sums->log_time / positions) / 1000;
    run->depth_nodes = exp(sums->log_nodes / positions);
}

/* One search that knows nothing of those before; all threads run where the plan put them, the main
 * thread as well. */
static void search(Engine *engine, int position, SearchLimits limits, ScaleSums *sums) {
    bench_set_position(engine, position);
    engine_new_game(engine);
    engine_prepare(engine);
    limits.analyse = true;
    const int64_t processor_us = clock_processor_us();
    const SearchFigures figures = engine_find(engine, limits).figures;
    scale_add_search(sums, figures.nodes, figures.elapsed_us, figures.elapsed_us,
                     clock_processor_us() - processor_us);
}

static ScaleSums search_all(Engine *engine, const ScalePositions *positions, SearchLimits limits,
                            StopSignals *signals, void (*step)(void *context), void *context) {
    ScaleSums sums = {0};
    for (int i = 0; i < positions->count && !sums.has_failed; i++) {
        search(engine, positions->indices[i], limits, &sums);
        sums.has_failed = stop_signals_arrived(signals);
        step(context);
    }
    return sums;
}

static json_t *obtained_json(const PlacementReport *obtained) {
    if (!obtained)
        return NULL;
    int planned = 0, as_planned = 0;
    for (int i = 0; i < obtained->thread_count; i++) {
        planned += obtained->threads[i].is_planned;
        as_planned += obtained->threads[i].is_planned && obtained->threads[i].is_as_planned;
    }
    const MemoryResidency *memory = &obtained->table.memory;
    bool has_table = obtained->has_table;
    return json_pack("{s:i, s:i, s:o, s:o}", "threads_to_bind", planned, "threads_bound",
                     as_planned, "table_pages",
                     report_pages(memory->by_kind, has_table && memory->pages_known), "table_nodes",
                     has_table ? report_memory_nodes(memory) : json_null());
}

/* What an engine got of what it asked for, in the first round. */
static void note_obtained(ScaleReport *report, ScaleCase *scale_case, Engine *engine) {
    scale_case->hash_mib = engine_hash(engine);
    scale_case->threads_started = engine_threads(engine);
    PlacementReport *obtained = engine_placement_report(engine);
    scale_case->obtained = obtained_json(obtained);
    placement_report_destroy(obtained);
    if (scale_case->hash_mib < report->settings->hash_mib)
        warnings_add(&report->warnings, "memory is short: the table has %zu MiB instead of %zu",
                     scale_case->hash_mib, report->settings->hash_mib);
    if (scale_case->threads_started < scale_case->threads)
        warnings_add(&report->warnings, "only %d of %d threads could be started",
                     scale_case->threads_started, scale_case->threads);
    for (const char *warning; (warning = engine_next_warning(engine));)
        warnings_add(&report->warnings, "%s", warning);
}

bool scale_search(ScaleReport *report, ScaleCase *scale_case, ScaleRun *run,
                  const ScalePositions *positions, void (*step)(void *context), void *context) {
    const ScaleSettings *settings = report->settings;
    Engine *engine = engine_create();
    if (!engine || !engine_set_numa_policy(engine, scale_case->policy)) {
        engine_destroy(engine);
        return false;
    }
    engine_set_impatience(engine, stop_signals_arrived, settings->signals);
    engine_share_network(engine, settings->network_of);
    engine_set_thread_placement(engine, scale_case->placement);
    engine_set_history_scope(engine, scale_case->scope);
    engine_set_threads(engine, scale_case->threads);
    engine_set_hash(engine, settings->hash_mib);
    engine_prepare(engine); /* a smaller table is told, see note_obtained() */
    const bool goes_on = !stop_signals_arrived(settings->signals);
    if (goes_on && engine_threads(engine) == 0) {
        engine_destroy(engine);
        return false;
    }
    if (goes_on && !scale_case->obtained)
        note_obtained(report, scale_case, engine);
    if (goes_on && settings->movetime_ms > 0) {
        const SearchLimits limits = {.has_movetime = true, .movetime_ms = settings->movetime_ms};
        ScaleSums sums = search_all(engine, positions, limits, settings->signals, step, context);
        scale_note_speed(run, &sums, engine_threads(engine));
    }
    if (goes_on && settings->depth > 0) {
        const SearchLimits limits = {.depth = settings->depth};
        ScaleSums sums = search_all(engine, positions, limits, settings->signals, step, context);
        scale_note_depth(run, &sums, positions->count);
    }
    engine_destroy(engine);
    return true;
}
