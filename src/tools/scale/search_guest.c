#include <stdio.h>

#include "base/format.h"
#include "chess/fen.h"
#include "engine/bench.h"
#include "tools/scale/search.h"

/* Who searches, and what for. */
typedef struct Work {
    ScaleReport *report;
    const ScaleCase *scale_case;
    Guest *guest;
    Engine *board; /* has the positions */
    void (*step)(void *context);
    void *context;
} Work;

static bool is_given_up(const Work *work) {
    return stop_signals_arrived(work->report->settings->signals);
}

static void note_fault(const Work *work, int index, const Reason *error) {
    const ScaleCase *scale_case = work->scale_case;
    const char *noun = format_plural(scale_case->threads, "thread", "threads");
    fprintf(stderr, "quorum scale: %s, %d %s: position %d: %s\n", scale_case->guest_name,
            scale_case->threads, noun, index + 1, error->text);
    warnings_add(&work->report->warnings, "%s with %d %s failed at position %d of the bench: %s",
                 scale_case->guest_name, scale_case->threads, noun, index + 1, error->text);
    work->report->faults++;
}

/* One search that knows nothing of those before. Nodes and time are those of the last line that
 * tells nodes: what comes after it nobody knows. */
static bool search(const Work *work, int index, int64_t movetime_ms, ScaleSums *sums,
                   Reason *error) {
    const BenchPosition *position = &BENCH_POSITIONS[index];
    Position start;
    FenError unused;
    GuestResult result;
    fen_parse(position->fen, &start, &unused);
    bench_set_position(work->board, index);
    const GuestTask task = {.start = &start,
                            .moves = text_of(position->moves),
                            .root = engine_position(work->board),
                            .movetime_ms = movetime_ms,
                            .depth = movetime_ms > 0 ? 0 : work->report->settings->depth};
    if (!guest_new_game(work->guest, error) || !guest_search(work->guest, &task, &result, error))
        return false;
    const int64_t elapsed_us = movetime_ms > 0 ? result.last.elapsed_us : result.elapsed_us;
    scale_add_search(sums, result.last.nodes, elapsed_us, result.elapsed_us, result.processor_us);
    return true;
}

static ScaleSums search_all(const Work *work, const ScalePositions *positions,
                            int64_t movetime_ms) {
    ScaleSums sums = {0};
    Reason error;
    for (int i = 0; i < positions->count && !is_given_up(work); i++) {
        const bool good = search(work, positions->indices[i], movetime_ms, &sums, &error);
        if (!good && !is_given_up(work))
            note_fault(work, positions->indices[i], &error);
        sums.has_failed |= !good;
        work->step(work->context);
    }
    return sums;
}

bool scale_search_guest(ScaleReport *report, const ScaleCase *scale_case, ScaleRun *run,
                        const ScalePositions *positions, void (*step)(void *context),
                        void *context) {
    const ScaleSettings *settings = report->settings;
    const GuestTerms terms = {.threads = scale_case->threads,
                              .hash_mib = settings->hash_mib,
                              .grace_ms = settings->guests->grace_ms,
                              .gives_up = stop_signals_arrived,
                              .gives_up_context = settings->signals};
    Work work = {.report = report, .scale_case = scale_case, .step = step, .context = context};
    Reason error;
    work.board = engine_create();
    if (!work.board)
        return false;
    work.guest = guest_start(scale_case->guest, &terms, &error);
    if (!work.guest && !is_given_up(&work))
        note_fault(&work, -1, &error);
    if (work.guest && settings->movetime_ms > 0) {
        const ScaleSums sums = search_all(&work, positions, settings->movetime_ms);
        scale_note_speed(run, &sums, scale_case->threads);
    }
    if (work.guest && settings->depth > 0) {
        const ScaleSums sums = search_all(&work, positions, 0);
        scale_note_depth(run, &sums, positions->count);
    }
    guest_end(work.guest);
    engine_destroy(work.board);
    return true;
}
