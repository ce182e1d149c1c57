#include "play/play.h"

#include "base/clock.h"

/* A single iteration may explode; the search then ends at so many times the soft limit. */
#define HARD_LIMIT_FACTOR 8
/* At least so many nodes, that tiny soft limits do not end the first iteration. */
#define HARD_LIMIT_MIN 5000

Engine *play_create_engine(int hash_mib, const Engine *evaluation) {
    Engine *engine = engine_create();
    if (!engine)
        return NULL;
    engine_set_hash(engine, (size_t)hash_mib);
    engine_share_network(engine, evaluation);
    return engine;
}

SearchLimits play_soft_limits(uint64_t nodes) {
    uint64_t hard = nodes > UINT64_MAX / HARD_LIMIT_FACTOR ? UINT64_MAX : nodes * HARD_LIMIT_FACTOR;
    return (SearchLimits){
        .soft_nodes = nodes,
        .nodes = hard < HARD_LIMIT_MIN ? HARD_LIMIT_MIN : hard,
    };
}

void play_begin(Engine *engine, const Position *start) {
    engine_new_game(engine);
    engine_set_root(engine, start);
}

static void note_best_move(void *context, const BestMoveReport *report) {
    *(BestMoveReport *)context = *report;
}

BestMoveReport play_think(Engine *engine, SearchLimits limits) {
    limits.start_us = clock_now_us();
    BestMoveReport report = {.best = MOVE_NONE};
    ReportSink sink = {.context = &report, .best_move = note_best_move};
    engine_think(engine, &limits, &sink);
    return report;
}
