#pragma once

/* A sink that takes down what a search reports and checks it on the way. cmocka may fail a test
 * only on the thread that runs it, so faults are noted and judged by finish(). */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "../chess/support.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/condition.h"
#include "engine/engine.h"

/* Positions that several tests search. */
#define MIDDLEGAME_FEN "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
#define TACTICAL_FEN   "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define ENDGAME_FEN    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
#define MATED_FEN      "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
#define ONE_MOVE_FEN   "k7/8/1K6/8/8/8/8/7R b - - 0 1"
#define BARE_FEN       "8/8/4k3/8/8/3N4/4K3/8 w - - 0 1"

/* Longer than any search of these tests can take, even on a busy machine with sanitizers. */
#define PATIENCE_S 60

typedef struct RecordedLine {
    int depth;
    Score score;
    Bound bound;
    int length;
    Move moves[MAX_PLY + 1];
} RecordedLine;

typedef struct Recorder {
    Engine *engine;
    Position root;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int best_moves; /* best_move calls of the search */
    int iterations;
    int line_count; /* of the last iteration report, and its lines */
    RecordedLine lines[MAX_MOVES];
    BestMoveReport best;
    uint64_t nodes; /* of the last iteration report */
    int64_t elapsed_us;
    bool inside; /* a call is under way */
    char fault[300];
} Recorder;

static inline void note_fault(Recorder *recorder, const char *what) {
    if (recorder->fault[0])
        return;
    char fen[FEN_SIZE];
    fen_format(&recorder->root, fen);
    snprintf(recorder->fault, sizeof recorder->fault, "%s (report %d, %s)", what,
             recorder->iterations, fen);
}

/* Every search is reported in order: one call at a time, none after the best move. */
static inline void enter_call(Recorder *recorder) {
    pthread_mutex_lock(&recorder->lock);
    if (recorder->inside)
        note_fault(recorder, "two calls at a time");
    if (recorder->best_moves > 0)
        note_fault(recorder, "a call after the best move");
    recorder->inside = true;
}

static inline void leave_call(Recorder *recorder) {
    recorder->inside = false;
    pthread_cond_broadcast(&recorder->changed);
    pthread_mutex_unlock(&recorder->lock);
}

static inline bool line_is_legal(const Position *root, const ReportLine *line) {
    Position position = *root;
    for (int i = 0; i < line->length; i++) {
        if (!movegen_is_legal(&position, line->moves[i]))
            return false;
        Position next;
        position_make(&position, &next, line->moves[i]);
        position = next;
    }
    return true;
}

static inline void check_line(Recorder *recorder, const IterationReport *report, int index) {
    const ReportLine *line = &report->lines[index];
    if (line->length < 1 && movegen_count(&recorder->root) > 0)
        note_fault(recorder, "a line without a move");
    if (line->length > MAX_PLY + 1)
        note_fault(recorder, "a line that is too long");
    else if (!line_is_legal(&recorder->root, line))
        note_fault(recorder, "an illegal move in a line");
    if (line->score < -SCORE_MATE || line->score > SCORE_MATE)
        note_fault(recorder, "a score out of range");
    if (line->bound == BOUND_NONE)
        note_fault(recorder, "a score without a bound");
    if (line->depth > MAX_PLY || line->depth < 0 || line->selective_depth > MAX_PLY)
        note_fault(recorder, "a depth out of range");
    for (int earlier = 0; earlier < index; earlier++)
        if (line->length > 0 && report->lines[earlier].moves[0] == line->moves[0])
            note_fault(recorder, "two lines with the same move");
    if (index == 0)
        return;
    if (line->score > report->lines[index - 1].score)
        note_fault(recorder, "lines out of order");
    if (line->depth != report->lines[0].depth)
        note_fault(recorder, "lines of different depths");
}

static inline void on_iteration(void *context, const IterationReport *report) {
    Recorder *recorder = context;
    enter_call(recorder);
    recorder->iterations++;
    if (report->line_count < 1)
        note_fault(recorder, "an iteration without a line");
    if (report->figures.nodes < recorder->nodes ||
        report->figures.elapsed_us < recorder->elapsed_us)
        note_fault(recorder, "nodes or time go backwards");
    if (report->figures.hash_full < 0 || report->figures.hash_full > 1000)
        note_fault(recorder, "the table is fuller than full");
    recorder->nodes = report->figures.nodes;
    recorder->elapsed_us = report->figures.elapsed_us;
    recorder->line_count = report->line_count;
    for (int i = 0; i < report->line_count; i++) {
        const ReportLine *line = &report->lines[i];
        check_line(recorder, report, i);
        RecordedLine *copy = &recorder->lines[i];
        copy->depth = line->depth;
        copy->score = line->score;
        copy->bound = line->bound;
        copy->length = line->length < MAX_PLY + 1 ? line->length : MAX_PLY + 1;
        if (copy->length > 0)
            memcpy(copy->moves, line->moves, (size_t)copy->length * sizeof(Move));
    }
    leave_call(recorder);
}

static inline void on_current_move(void *context, const CurrentMoveReport *report) {
    Recorder *recorder = context;
    enter_call(recorder);
    if (!movegen_is_legal(&recorder->root, report->move) || report->number < 1)
        note_fault(recorder, "an illegal current move");
    leave_call(recorder);
}

/* Where the line has but one move, the table may know an answer. */
static inline bool is_reply(const Recorder *recorder, const BestMoveReport *report) {
    Position next;
    if (report->ponder == MOVE_NONE)
        return true;
    if (report->best == MOVE_NONE)
        return false;
    position_make(&recorder->root, &next, report->best);
    return movegen_is_legal(&next, report->ponder);
}

static inline void on_best_move(void *context, const BestMoveReport *report) {
    Recorder *recorder = context;
    enter_call(recorder);
    recorder->best = *report;
    const RecordedLine *line = &recorder->lines[0];
    if (recorder->iterations == 0)
        note_fault(recorder, "no iteration before the best move");
    else if (report->best != (line->length > 0 ? line->moves[0] : MOVE_NONE))
        note_fault(recorder, "the best move is not that of the last iteration");
    else if (line->length > 1 && report->ponder != line->moves[1])
        note_fault(recorder, "the move to ponder on is not that of the last iteration");
    else if (!is_reply(recorder, report))
        note_fault(recorder, "the move to ponder on is not an answer to the best move");
    else if (report->score != line->score || report->figures.nodes < recorder->nodes)
        note_fault(recorder, "the best move disagrees with the last iteration");
    recorder->best_moves++;
    leave_call(recorder);
}

static inline Recorder *recorder_of(Engine *engine) {
    assert_non_null(engine);
    Recorder *recorder =
        aligned_alloc(CACHE_LINE, (sizeof *recorder + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    assert_non_null(recorder);
    memset(recorder, 0, sizeof *recorder);
    recorder->engine = engine;
    pthread_mutex_init(&recorder->lock, NULL);
    condition_init(&recorder->changed);
    return recorder;
}

/* An engine with its recorder, as most tests want it. */
static inline Recorder *new_engine(int threads, size_t hash_mib) {
    Engine *engine = engine_create();
    assert_non_null(engine);
    engine_set_threads(engine, threads);
    engine_set_hash(engine, hash_mib);
    assert_true(engine_prepare(engine));
    assert_int_equal(engine_threads(engine), threads);
    return recorder_of(engine);
}

static inline void end_engine(Recorder *recorder) {
    engine_destroy(recorder->engine);
    pthread_cond_destroy(&recorder->changed);
    pthread_mutex_destroy(&recorder->lock);
    free(recorder);
}

static inline void set_position(Recorder *recorder, const char *fen) {
    Position position;
    FenError error;
    if (!fen_parse(fen, &position, &error))
        fail_msg("%s: %s", fen, error.message);
    engine_set_root(recorder->engine, &position);
}

/* Plays moves in coordinate notation, separated by blanks. */
static inline void play(Recorder *recorder, const char *moves) {
    while (*moves) {
        const size_t length = strcspn(moves, " ");
        const Move move =
            notation_parse_coordinate(engine_position(recorder->engine), moves, (int)length);
        if (move == MOVE_NONE)
            fail_msg("illegal move in \"%s\"", moves);
        engine_play_move(recorder->engine, move);
        moves += length + (moves[length] == ' ');
    }
}

/* Forgets the search before; the next one starts from the engine's root. */
static inline ReportSink sink_of(Recorder *recorder) {
    pthread_mutex_lock(&recorder->lock);
    recorder->root = *engine_position(recorder->engine);
    recorder->best_moves = recorder->iterations = recorder->line_count = 0;
    recorder->nodes = 0;
    recorder->elapsed_us = 0;
    recorder->fault[0] = '\0';
    pthread_mutex_unlock(&recorder->lock);
    return (ReportSink){.context = recorder,
                        .iteration = on_iteration,
                        .current_move = on_current_move,
                        .best_move = on_best_move};
}

static inline SearchLimits now(SearchLimits limits) {
    limits.start_us = clock_now_us();
    return limits;
}

static inline void go(Recorder *recorder, SearchLimits limits) {
    const ReportSink sink = sink_of(recorder);
    const SearchLimits dated = now(limits);
    engine_go(recorder->engine, &dated, &sink);
}

/* Whether the best move comes within so many seconds. */
static inline bool await_best_move(Recorder *recorder, int seconds) {
    const int64_t deadline_us = clock_now_us() + seconds * INT64_C(1000000);
    bool in_time = true;
    pthread_mutex_lock(&recorder->lock);
    while (recorder->best_moves == 0 && in_time)
        in_time = condition_wait_until(&recorder->changed, &recorder->lock, deadline_us);
    const bool came = recorder->best_moves > 0;
    pthread_mutex_unlock(&recorder->lock);
    return came;
}

static inline int best_moves_so_far(Recorder *recorder) {
    pthread_mutex_lock(&recorder->lock);
    const int count = recorder->best_moves;
    pthread_mutex_unlock(&recorder->lock);
    return count;
}

static inline int iterations_so_far(Recorder *recorder) {
    pthread_mutex_lock(&recorder->lock);
    const int count = recorder->iterations;
    pthread_mutex_unlock(&recorder->lock);
    return count;
}

/* Waits for the end of the search, which must come by itself or have been asked for, and judges
 * what was reported. */
static inline void finish(Recorder *recorder) {
    if (!await_best_move(recorder, PATIENCE_S))
        fail_msg("no best move after %d s", PATIENCE_S);
    engine_wait(recorder->engine);
    assert_false(engine_is_searching(recorder->engine));
    if (recorder->fault[0])
        fail_msg("%s", recorder->fault);
    assert_int_equal(recorder->best_moves, 1);
    const bool playable = recorder->best.best == MOVE_NONE
                              ? movegen_count(&recorder->root) == 0
                              : movegen_is_legal(&recorder->root, recorder->best.best);
    assert_true(playable);
}

/* A whole search by the engine's own threads. */
static inline void search(Recorder *recorder, SearchLimits limits) {
    go(recorder, limits);
    finish(recorder);
}

/* A whole search with the main thread on this thread. */
static inline void think(Recorder *recorder, SearchLimits limits) {
    const ReportSink sink = sink_of(recorder);
    const SearchLimits dated = now(limits);
    engine_think(recorder->engine, &dated, &sink);
    finish(recorder);
}

static inline SearchLimits to_depth(int depth) {
    return (SearchLimits){.depth = depth};
}

static inline void pause_us(int64_t microseconds) {
    const struct timespec pause = {(time_t)(microseconds / 1000000),
                                   (long)(microseconds % 1000000 * 1000)};
    nanosleep(&pause, NULL);
}
