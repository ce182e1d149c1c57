#include "tools/speedtest/run.h"
#include "engine/engine_insider.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "engine/bench.h"
#include "machine/quota.h"
#include "tools/speedtest/journal.h"

#define SECOND_US       INT64_C(1000000)
#define WARM_UP_PERCENT 10

/* The game to warm up with: one from the middle. */
#define WARM_UP_GAME 1

typedef struct Run {
    Engine *engine; /* which has the positions where a guest searches */
    Guest *guest;   /* NULL: the engine searches */
    const SpeedtestGame *game;
    Text rest;          /* moves of the game that are still to come */
    SpeedtestPart part; /* what is known of it; before the first, of the warm-up */
    SpeedtestResult *result;
    RunJournal *journal;
    Progress *progress; /* NULL for none */
    int64_t start_us;
    int64_t time_us; /* for all searches together */
    int done;        /* searches */
} Run;

/* Searches on the threads of the pool, as in a game, for so long; at least a millisecond. */
static void search(Run *run, int64_t time_us) {
    Engine *engine = run->engine;
    SpeedtestPart *part = &run->part;
    const SpeedtestOptions *options = &run->result->options;
    int64_t start_us = clock_now_us();
    const SearchLimits limits = {
        .has_movetime = true,
        .movetime_ms = time_us < 1000 ? 1 : (time_us + 500) / 1000,
        .analyse = true,
        .start_us = start_us,
    };
    if (run->guest) {
        const Text moves = {run->game->moves, (size_t)(run->rest.data - run->game->moves)};
        speedtest_search_guest(run->guest, options->guest_name, run->game, moves,
                               engine_position(engine), limits.movetime_ms, part);
        return;
    }
    engine_think(engine, &limits, &(ReportSink){0});
    part->measure.elapsed_us += clock_now_us() - start_us;
    part->measure.nodes += engine_nodes(engine);
    for (int i = 0; i < options->threads; i++)
        part->worker_nodes[i] += engine_worker_nodes(engine, i);
}

/* What a guest answers is told by the search that follows. */
static void begin_game(Run *run, const SpeedtestGame *game) {
    Reason unused;
    run->game = game;
    run->rest = text_of(game->moves);
    engine_new_game(run->engine);
    bench_set_root(run->engine, game->fen);
    if (run->guest)
        guest_new_game(run->guest, &unused);
    else
        engine_prepare(run->engine);
}

/* Time is given out so that the whole takes what was asked for, whatever one search was late. */
static void measure_search(Run *run) {
    int64_t due_us = run->start_us + run->time_us * (run->done + 1) / SPEEDTEST_TOTAL_SEARCHES;
    search(run, due_us - clock_now_us());
    run->done++;
    if (run->progress)
        progress_update(run->progress, (double)run->done / SPEEDTEST_TOTAL_SEARCHES,
                        "%d/%d searches", run->done, SPEEDTEST_TOTAL_SEARCHES);
}

static bool is_given_up(const Run *run) {
    const SpeedtestOptions *options = &run->result->options;
    return options->gives_up && options->gives_up(options->gives_up_context);
}

/* Of all processors, as far as that tells of the engine. */
static int64_t processor_us(const Run *run) {
    return run->guest ? 0 : clock_processor_us();
}

/* Forgets what the searches up to here have come to. */
static void forget_searches(Run *run) {
    SpeedtestPart *part = &run->part;
    part->measure = (SpeedtestMeasure){0};
    part->processor_us = -processor_us(run);
    part->total_us = -clock_now_us();
    memset(part->worker_nodes, 0, (size_t)run->result->options.threads * sizeof(uint64_t));
}

/* A game in which the options give up counts nothing. */
static void measure_game(Run *run, int round, int game) {
    SpeedtestPart *part = &run->part;
    forget_searches(run);
    begin_game(run, &SPEEDTEST_GAME_LIST[game]);
    measure_search(run);
    for (int ply = 1; !is_given_up(run) && bench_play_next(run->engine, &run->rest); ply++) {
        if (ply % 2 == 0)
            measure_search(run);
    }
    if (is_given_up(run))
        return;
    part->round = round;
    part->game = game;
    part->total_us += clock_now_us();
    part->processor_us += processor_us(run);
    speedtest_result_add(run->result, part);
    if (run->journal)
        run_journal_add(run->journal, speedtest_journal_line(run->result, part), run->progress);
    part->faults = 0;
}

static void warm_up(Run *run) {
    int64_t start_us = clock_now_us();
    begin_game(run, &SPEEDTEST_GAME_LIST[WARM_UP_GAME]);
    search(run, run->time_us * WARM_UP_PERCENT / 100);
    run->part.warm_up_us = clock_now_us() - start_us;
}

static void find_homes(SpeedtestResult *result) {
    const PlacementReport *placement = result->placement;
    NodeSet nodes = memory_pages_nodes();
    bool single = node_set_count(&nodes) == 1;
    for (int i = 0; i < result->options.threads; i++) {
        result->worker_homes[i] = single ? node_set_next(&nodes, 0) : -1;
        if (!single && placement && i < placement->thread_count &&
            placement->binding != PLAN_UNBOUND && placement->threads[i].is_as_planned)
            result->worker_homes[i] = placement->threads[i].node;
    }
}

static void measure(Run *run) {
    SpeedtestResult *result = run->result;
    if (report_is_cut_short(result->extent))
        warm_up(run);
    run->done = (int)result->extent.done * SPEEDTEST_SEARCHES;
    run->start_us = clock_now_us() - run->time_us * run->done / SPEEDTEST_TOTAL_SEARCHES;
    for (int round = 0; round < SPEEDTEST_ROUNDS; round++) {
        for (int game = 0; game < SPEEDTEST_GAMES; game++) {
            if (!result->measures[round][game].is_done && !is_given_up(run))
                measure_game(run, round, game);
        }
    }
    if (run->guest)
        return;
    result->placement = engine_placement_report(run->engine);
    find_homes(result);
}

static bool refuse_table(const SpeedtestOptions *options, Reason *error) {
    return reason_set(error, "not enough memory for a table of %zu MiB", options->hash_mib);
}

/* Makes who is to search, as the options of the result say. On false error (a line) says why. */
static bool begin(Run *run, Reason *error) {
    SpeedtestOptions *options = &run->result->options;
    Engine *engine = run->engine = engine_create();
    if (!engine)
        return reason_set(error, "not enough memory");
    if (options->guest) {
        const GuestTerms terms = {options->threads, options->hash_mib, options->grace_ms,
                                  options->gives_up, options->gives_up_context};
        run->guest = guest_start(options->guest, &terms, error);
        return run->guest;
    }
    engine_share_network(engine, options->network_of);
    engine_set_impatience(engine, options->gives_up, options->gives_up_context);
    engine_set_threads(engine, options->threads);
    engine_set_hash(engine, options->hash_mib);
    engine_set_option(engine, SEARCH_OVERHEAD_MS, 0);
    const bool complete = engine_prepare(engine);
    options->threads = engine_threads(engine);
    if (!complete)
        return refuse_table(options, error);
    return options->threads > 0 || reason_set(error, "not enough memory");
}

bool speedtest_run(SpeedtestResult *result, RunJournal *journal, Progress *progress,
                   Reason *error) {
    if (result->options.hash_mib > quota_memory_available() >> 20)
        return refuse_table(&result->options, error);
    Run run = {.result = result,
               .journal = journal,
               .progress = progress,
               .time_us = result->options.seconds * SECOND_US};
    run.part.worker_nodes = calloc((size_t)result->options.threads, sizeof(uint64_t));
    bool prepared = begin(&run, error);
    if (prepared && !run.part.worker_nodes)
        prepared = reason_set(error, "not enough memory");
    if (prepared)
        measure(&run);
    else
        prepared = is_given_up(&run); /* and so no fault */
    guest_end(run.guest);
    engine_destroy(run.engine);
    free(run.part.worker_nodes);
    return prepared;
}
