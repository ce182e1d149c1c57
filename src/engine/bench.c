#include "engine/bench.h"

#include "base/clock.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "engine/bench_positions.h"

BenchOptions bench_default_options(void) {
    return (BenchOptions){.depth = 13, .threads = 1, .hash_mib = 16};
}

void bench_set_root(Engine *engine, const char *fen) {
    Position root;
    FenError error;
    fen_parse(fen, &root, &error);
    engine_set_root(engine, &root);
}

bool bench_play_next(Engine *engine, Text *rest) {
    Text move;
    if (!text_next_token(rest, &move))
        return false;
    engine_play_move(
        engine, notation_parse_coordinate(engine_position(engine), move.data, (int)move.length));
    return true;
}

void bench_set_position(Engine *engine, int index) {
    const BenchPosition *position = &BENCH_POSITIONS[index];
    engine_set_chess960(engine, position->chess960);
    bench_set_root(engine, position->fen);
    for (Text rest = text_of(position->moves); bench_play_next(engine, &rest);)
        continue;
}

static uint64_t search_position(Engine *engine, int index, int depth, const BenchSink *sink) {
    bench_set_position(engine, index);
    if (sink->begin)
        sink->begin(sink->context, index);
    const BestMoveReport result = engine_find(engine, (SearchLimits){.depth = depth});
    if (sink->end)
        sink->end(sink->context, index, &result);
    return result.figures.nodes;
}

bool bench_search(const BenchOptions *options, const BenchSink *sink, BenchResult *result) {
    Engine *engine = engine_create();
    if (!engine)
        return false;
    if (options->network_of)
        engine_share_network(engine, options->network_of);
    engine_set_impatience(engine, options->gives_up, options->gives_up_context);
    engine_set_threads(engine, options->threads);
    engine_set_hash(engine, options->hash_mib);
    engine_new_game(engine);
    if (!engine_prepare(engine) || engine_threads(engine) == 0) {
        engine_destroy(engine);
        return false;
    }
    for (const char *warning; (warning = engine_next_warning(engine));) {
        if (sink->warning)
            sink->warning(sink->context, warning);
    }
    *result = (BenchResult){0};
    const int64_t start_us = clock_now_us(), processor_start_us = clock_processor_us();
    for (int i = 0; i < BENCH_POSITION_COUNT && !result->given_up; i++) {
        result->nodes += search_position(engine, i, options->depth, sink);
        result->given_up = options->gives_up && options->gives_up(options->gives_up_context);
    }
    result->elapsed_us = clock_now_us() - start_us;
    result->processor_us = clock_processor_us() - processor_start_us;
    engine_destroy(engine);
    return true;
}
