#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "chess/notation.h"
#include "search/director.h"

/* Of the memory that is free, the table may take this much, in percent. */
#define TABLE_MEMORY_SHARE 90

struct Engine {
    size_t hash_mib;
    int threads;
    int multipv;
    int overhead_ms;
    bool ponder;
    bool chess960;

    Game game;
    Pool *pool;
    Director *director;
    TranspositionTable *table; /* NULL until prepared, or while its size is out of date */
    size_t table_wanted_mib;   /* the hash_mib that table was made for */
    bool clear_table;          /* before the next search */
    bool clear_histories;
};

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static void set_start_position(Engine *engine) {
    Position position;
    FenError error;
    fen_parse(FEN_START, &position, &error);
    position.chess960 |= engine->chess960;
    game_begin(&engine->game, &position);
}

Engine *engine_create(void) {
    Engine *engine = aligned_alloc(_Alignof(Engine), sizeof *engine);
    if (!engine)
        return NULL;
    *engine = (Engine){
        .hash_mib = ENGINE_DEFAULT_HASH_MIB,
        .threads = 1,
        .multipv = 1,
        .overhead_ms = ENGINE_DEFAULT_OVERHEAD_MS,
    };
    set_start_position(engine);
    engine->pool = pool_create();
    engine->director = engine->pool ? director_create(engine->pool) : NULL;
    if (!engine->director) {
        pool_destroy(engine->pool);
        free(engine);
        return NULL;
    }
    return engine;
}

void engine_destroy(Engine *engine) {
    if (!engine)
        return;
    director_destroy(engine->director);
    pool_destroy(engine->pool);
    table_destroy(engine->table);
    free(engine);
}

void engine_set_hash(Engine *engine, size_t mib) {
    director_wait(engine->director);
    engine->hash_mib = mib < 1 ? 1 : mib > ENGINE_MAX_HASH_MIB ? ENGINE_MAX_HASH_MIB : mib;
}

void engine_set_threads(Engine *engine, int threads) {
    director_wait(engine->director);
    engine->threads = clamp(threads, 1, ENGINE_MAX_THREADS);
}

void engine_set_multipv(Engine *engine, int lines) {
    director_wait(engine->director);
    engine->multipv = clamp(lines, 1, ENGINE_MAX_MULTIPV);
}

void engine_set_move_overhead(Engine *engine, int milliseconds) {
    director_wait(engine->director);
    engine->overhead_ms = clamp(milliseconds, 0, ENGINE_MAX_OVERHEAD_MS);
}

void engine_set_chess960(Engine *engine, bool chess960) {
    director_wait(engine->director);
    engine->chess960 = chess960;
    engine->game.position.chess960 = chess960;
}

void engine_set_ponder(Engine *engine, bool ponder) {
    director_wait(engine->director);
    engine->ponder = ponder;
}

void engine_clear_hash(Engine *engine) {
    director_wait(engine->director);
    engine->clear_table = true;
}

void engine_new_game(Engine *engine) {
    director_wait(engine->director);
    engine->clear_table = engine->clear_histories = true;
}

/* A table of the size asked for, or the largest that fits into memory. */
static void make_table(Engine *engine) {
    size_t free_mib = memory_available() / 100 * TABLE_MEMORY_SHARE >> 20;
    size_t mib = engine->hash_mib > free_mib ? free_mib : engine->hash_mib;
    mib = mib < 1 ? 1 : mib;
    engine->table = table_create(mib);
    while (!engine->table && mib > 1) {
        mib /= 2;
        engine->table = table_create(mib);
    }
    engine->table_wanted_mib = engine->hash_mib;
    engine->clear_table = true;
}

static void clear_task(Worker *worker, void *argument) {
    Engine *engine = argument;
    if (engine->clear_histories)
        worker_clear(worker);
    if (engine->clear_table && engine->table)
        table_clear_part(engine->table, worker->index, pool_size(engine->pool));
}

bool engine_prepare(Engine *engine) {
    director_wait(engine->director);
    if (pool_size(engine->pool) != engine->threads)
        engine->threads = pool_resize(engine->pool, engine->threads);
    if (!engine->table || engine->table_wanted_mib != engine->hash_mib) {
        table_destroy(engine->table);
        make_table(engine);
    }
    if (engine->clear_table || engine->clear_histories) {
        pool_start(engine->pool, 0, pool_size(engine->pool), clear_task, engine);
        pool_wait(engine->pool);
        engine->clear_table = engine->clear_histories = false;
    }
    return engine_hash(engine) == engine->hash_mib;
}

size_t engine_hash(const Engine *engine) {
    return engine->table ? table_size(engine->table) : 0;
}

int engine_threads(const Engine *engine) {
    return engine->threads;
}

bool engine_set_position(Engine *engine, const char *fen, FenError *error) {
    Position position;
    if (!fen_parse(fen, &position, error))
        return false;
    director_wait(engine->director);
    position.chess960 |= engine->chess960;
    game_begin(&engine->game, &position);
    return true;
}

bool engine_play(Engine *engine, const char *move, int length) {
    director_wait(engine->director);
    Move parsed = notation_parse_coordinate(&engine->game.position, move, length);
    if (parsed == MOVE_NONE)
        return false;
    game_play(&engine->game, parsed);
    return true;
}

const Position *engine_position(const Engine *engine) {
    return &engine->game.position;
}

static SearchSetup make_setup(const Engine *engine) {
    return (SearchSetup){
        .table = engine->table,
        .root = &engine->game,
        .multipv = engine->multipv,
        .overhead_ms = engine->overhead_ms,
        .ponder_option = engine->ponder,
    };
}

void engine_go(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    engine_prepare(engine);
    SearchSetup setup = make_setup(engine);
    director_go(engine->director, &setup, limits, sink);
}

void engine_think(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    engine_prepare(engine);
    SearchSetup setup = make_setup(engine);
    director_think(engine->director, &setup, limits, sink);
}

void engine_stop(Engine *engine) {
    director_stop(engine->director);
}

void engine_ponderhit(Engine *engine) {
    director_ponderhit(engine->director);
}

bool engine_is_searching(Engine *engine) {
    return director_is_searching(engine->director);
}

void engine_wait(Engine *engine) {
    director_wait(engine->director);
}

uint64_t engine_nodes(Engine *engine) {
    return director_nodes(engine->director);
}
