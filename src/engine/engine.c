#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "chess/flip.h"
#include "chess/movegen.h"
#include "engine/executor.h"
#include "engine/history_groups.h"
#include "engine/node_networks.h"
#include "engine/opening_book.h"
#include "engine/placement_report.h"
#include "engine/tablebases.h"
#include "nnue/embedded_network.h"
#include "nnue/network_file.h"
#include "search/director.h"

/* Of the memory that is free, the table may take this much, in percent. */
#define TABLE_MEMORY_SHARE 90

/* How often somebody who waits for a table is asked whether to go on. */
#define PATIENCE_US 10000

struct Engine {
    size_t hash_mib;
    int threads;
    int multipv;
    int overhead_ms;
    bool ponder;
    bool chess960;

    Game game;
    PositionValues *values;
    Tablebases tablebases;
    OpeningBook opening;
    Tunables tunables; /* without meaning where they are constants */
    PackedNetwork *network;
    Pool *pool;
    Director *director;
    Executor executor;
    NodeNetworks networks;     /* of `network` */
    bool networks_are_current; /* they are made for this network, plan and pool */
    HistoryScope history_scope;
    HistoryGroups histories;
    bool histories_are_current; /* they are made for this scope, plan and pool */
    TranspositionTable *table;  /* NULL until prepared, or while its size is out of date */
    size_t table_wanted_mib;    /* the hash_mib that table was made for */
    NodeSet table_nodes;        /* and the nodes it was to be spread over */
    bool populate_table;        /* these five before the next search */
    bool zero_table;
    bool clear_groups;
    bool forget_table;
    bool forget_histories;
    _Atomic bool table_is_broken;      /* a worker found no memory for its part of the new table */
    _Atomic bool histories_are_broken; /* the same of its group's histories */
    bool (*gives_up)(void *context);   /* see engine_set_impatience() */
    void *gives_up_context;
    bool given_up;
    uint64_t zeroings; /* of tables, so far */
    uint64_t placements;
};

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static void set_start_position(Engine *engine) {
    Position position;
    FenError error;
    fen_parse(FEN_START, &position, &error);
    game_begin(&engine->game, &position);
}

Engine *engine_create(void) {
    PackedNetwork *network = embedded_network();
    if (!network)
        return NULL;
    Engine *engine = aligned_alloc(_Alignof(Engine), sizeof *engine);
    if (!engine)
        return NULL;
    *engine = (Engine){
        .hash_mib = ENGINE_DEFAULT_HASH_MIB,
        .threads = 1,
        .multipv = 1,
        .overhead_ms = ENGINE_DEFAULT_OVERHEAD_MS,
        .tablebases = tablebases_default(),
        .tunables = tunables_default(),
    };
    set_start_position(engine);
    engine->network = packed_network_share(network);
    engine->values = position_values_create();
    engine->pool = engine->values ? pool_create() : NULL;
    engine->director = engine->pool ? director_create(engine->pool) : NULL;
    if (!engine->director) {
        pool_destroy(engine->pool);
        position_values_destroy(engine->values);
        packed_network_release(engine->network);
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
    position_values_destroy(engine->values);
    tablebases_close(&engine->tablebases);
    opening_book_close(&engine->opening);
    node_networks_clear(&engine->networks);
    history_groups_release(&engine->histories);
    packed_network_release(engine->network);
    executor_clear(&engine->executor);
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

bool engine_set_numa_policy(Engine *engine, const NumaPolicy *policy) {
    NumaPolicy copy;
    if (!numa_policy_copy(policy, &copy))
        return false;
    director_wait(engine->director);
    executor_set_policy(&engine->executor, copy);
    return true;
}

void engine_set_thread_placement(Engine *engine, ThreadPlacement placement) {
    director_wait(engine->director);
    executor_set_placement(&engine->executor, placement);
}

void engine_set_share(Engine *engine, int index, int count) {
    director_wait(engine->director);
    executor_set_share(&engine->executor, (PlanShare){index, count});
}

void engine_set_history_scope(Engine *engine, HistoryScope scope) {
    director_wait(engine->director);
    if (scope == engine->history_scope)
        return;
    engine->history_scope = scope;
    engine->histories_are_current = false;
    engine->forget_histories = true;
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

/* Takes over a network that the caller owns. What was searched by another evaluation is forgotten.
 */
static void use_network(Engine *engine, PackedNetwork *network) {
    director_wait(engine->director);
    if (network != engine->network)
        engine_new_game(engine);
    node_networks_clear(&engine->networks);
    engine->networks_are_current = false;
    packed_network_release(engine->network);
    engine->network = network;
}

bool engine_load_network(Engine *engine, const char *path, char *reason, size_t reason_size) {
    Network *network = network_load(path, reason, reason_size);
    if (!network)
        return false;
    PackedNetwork *packed = packed_network_create(network, kernel_best());
    network_destroy(network);
    if (!packed) {
        snprintf(reason, reason_size, "not enough memory");
        return false;
    }
    use_network(engine, packed);
    return true;
}

void engine_reset_network(Engine *engine) {
    use_network(engine, packed_network_share(embedded_network()));
}

void engine_share_network(Engine *engine, const Engine *source) {
    use_network(engine, packed_network_share(source->network));
}

uint64_t engine_network_id(const Engine *engine) {
    return engine->network->id;
}

void engine_network_view(const Engine *engine, NetworkView *view) {
    network_view(engine->network, &engine->game.position, view);
}

bool engine_set_syzygy_path(Engine *engine, const char *path, char *reason, size_t reason_size) {
    director_wait(engine->director);
    return tablebases_open(&engine->tablebases, path, reason, reason_size);
}

void engine_set_syzygy_depth(Engine *engine, int depth) {
    director_wait(engine->director);
    engine->tablebases.depth = clamp(depth, 1, TABLEBASES_MOST_DEPTH);
}

void engine_set_syzygy_limit(Engine *engine, int men) {
    director_wait(engine->director);
    engine->tablebases.limit = clamp(men, 0, TABLEBASES_MOST_MEN);
}

void engine_set_syzygy_rule50(Engine *engine, bool rule50) {
    director_wait(engine->director);
    engine->tablebases.rule50 = rule50;
}

const SyzygyTables *engine_syzygy_tables(const Engine *engine) {
    return engine->tablebases.tables;
}

bool engine_set_book(Engine *engine, const char *path, char *reason, size_t reason_size) {
    return opening_book_open(&engine->opening, path, reason, reason_size);
}

void engine_set_own_book(Engine *engine, bool used) {
    engine->opening.used = used;
}

uint64_t engine_book_size(const Engine *engine) {
    return engine->opening.book ? book_size(engine->opening.book) : 0;
}

bool engine_set_tunables(Engine *engine, const Tunables *tunables) {
    if (!TUNABLES_ARE_VARIABLE)
        return false;
    director_wait(engine->director);
    for (int i = 0; i < TUNABLE_COUNT; i++)
        engine->tunables.values[i] =
            clamp(tunables->values[i], TUNABLE_ROWS[i].least, TUNABLE_ROWS[i].most);
    return true;
}

void engine_clear_hash(Engine *engine) {
    director_wait(engine->director);
    engine->forget_table = true;
}

void engine_new_game(Engine *engine) {
    director_wait(engine->director);
    engine->forget_table = engine->forget_histories = true;
}

/* MiB of pages that are set aside and nobody's. */
static size_t reserved_mib(PageKind kind) {
    PagePool pages = memory_pages_pool(kind, WHOLE_MACHINE);
    return pages.free < pages.promised
               ? 0
               : (pages.free - pages.promised) * (memory_pages_size(kind) >> 20);
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* A table of `most_mib`, or the largest that fits into memory. */
static void make_table(Engine *engine, size_t most_mib) {
    const NodeSet nodes = executor_nodes(&engine->executor);
    const MemoryWish wish = {.pages = PAGES_GIGANTIC, .policy = NODES_INTERLEAVED, .nodes = nodes};
    size_t ordinary = larger(memory_available() / 100 * TABLE_MEMORY_SHARE >> 20, 1);
    size_t reserved = larger(reserved_mib(PAGES_GIGANTIC), reserved_mib(PAGES_HUGE));
    size_t mib = larger(smaller(most_mib, larger(ordinary, reserved)), 1);
    table_destroy(engine->table);
    engine->table = table_create(mib, &wish);
    if (engine->table && mib > ordinary && table_memory(engine->table)->pages < PAGES_HUGE) {
        table_destroy(engine->table);
        mib = ordinary;
        engine->table = table_create(mib, &wish);
    }
    while (!engine->table && mib > 1) {
        mib /= 2;
        engine->table = table_create(mib, &wish);
    }
    engine->table_wanted_mib = engine->hash_mib;
    engine->table_nodes = nodes;
    engine->populate_table = engine->table;
    engine->zero_table = false;
}

static void clear_task(Worker *worker, void *argument) {
    Engine *engine = argument;
    int workers = pool_size(engine->pool);
    if (engine->clear_groups)
        history_groups_forget_part(&engine->histories, worker->index);
    if (engine->zero_table)
        table_clear_part(engine->table, worker->index, workers);
    if (engine->populate_table && !table_populate_part(engine->table, worker->index, workers))
        atomic_store(&engine->table_is_broken, true);
}

/* Has the workers do what is to be done before the next search. */
static void clear_memory(Engine *engine) {
    atomic_store(&engine->table_is_broken, false);
    pool_start(engine->pool, 0, pool_size(engine->pool), clear_task, engine);
    while (!pool_wait_until(engine->pool, clock_now_us() + PATIENCE_US)) {
        if (!engine->populate_table || !engine->gives_up ||
            !engine->gives_up(engine->gives_up_context))
            continue;
        engine->given_up = true;
        table_abandon(engine->table);
    }
    engine->zeroings += engine->zero_table || engine->populate_table;
    engine->clear_groups = engine->zero_table = engine->populate_table = false;
}

/* Starts the threads that the plan wants, where it wants them. True when any are new. */
static bool prepare_threads(Engine *engine) {
    bool planned = executor_prepare(&engine->executor, engine->threads);
    if (!planned && pool_size(engine->pool) == engine->threads)
        return false;
    int wanted = engine->threads;
    engine->threads = pool_resize(engine->pool, wanted, engine->executor.plan);
    Warnings *warnings = &engine->executor.warnings;
    if (engine->threads < wanted)
        warnings_add(warnings, "the system gives only %d of %d threads", engine->threads, wanted);
    /* The plan for more serves the fewer that there are. */
    engine->executor.planned_threads = engine->threads;
    int unbound = 0;
    for (int i = 0; i < engine->threads; i++) {
        unbound += pool_binding_failed(engine->pool, i);
        executor_note_shortfalls(&engine->executor, "memory of threads",
                                 &pool_worker(engine->pool, i)->memory);
    }
    if (unbound > 0)
        warnings_add(warnings, "%d of %d threads could not be bound to their processors", unbound,
                     engine->threads);
    return true;
}

static void prepare_networks(Engine *engine) {
    NodeSet nodes = executor_nodes(&engine->executor);
    const Plan *plan = node_set_count(&nodes) > 0 ? engine->executor.plan : NULL;
    if (!node_networks_make(&engine->networks, engine->network, plan, engine->threads))
        warnings_add(&engine->executor.warnings, "no memory for a network on each node");
    engine->networks_are_current = true;
}

static void populate_histories(Worker *worker, void *argument) {
    Engine *engine = argument;
    if (!history_groups_populate_part(&engine->histories, worker->index))
        atomic_store(&engine->histories_are_broken, true);
}

static void prepare_histories(Engine *engine) {
    HistoryGroups *groups = &engine->histories;
    const Executor *executor = &engine->executor;
    bool made = history_groups_make(groups, engine->history_scope, executor->plan,
                                    executor->machine, engine->threads);
    atomic_store(&engine->histories_are_broken, false);
    if (groups->count > 0) {
        pool_start(engine->pool, 0, pool_size(engine->pool), populate_histories, engine);
        pool_wait(engine->pool);
    }
    if (!made || atomic_load(&engine->histories_are_broken)) {
        history_groups_release(groups);
        warnings_add(&engine->executor.warnings, "no memory for histories that threads share");
    }
    for (int i = 0; i < groups->count; i++)
        executor_note_shortfalls(&engine->executor, "shared histories", &groups->groups[i].memory);
    engine->histories_are_current = true;
}

/* Those that groups share are new or cleared by their members, all at once. */
static void forget_histories(Engine *engine, bool groups_are_new) {
    for (int i = 0; i < pool_size(engine->pool); i++)
        worker_forget(pool_worker(engine->pool, i));
    engine->clear_groups = engine->histories.count > 0 && !groups_are_new;
    engine->forget_histories = false;
}

static void prepare_table(Engine *engine) {
    make_table(engine, engine->hash_mib);
    while (engine->table) {
        clear_memory(engine);
        executor_note_shortfalls(&engine->executor, "table", table_memory(engine->table));
        size_t mib = table_size(engine->table);
        if (!atomic_load(&engine->table_is_broken) || mib == 1 || engine->given_up)
            return;
        make_table(engine, mib / 2);
    }
}

/* Whether the table has the size and the nodes that it is to have, or can be given them where it
 * is. */
static bool table_is_current(Engine *engine) {
    NodeSet nodes = executor_nodes(&engine->executor);
    if (!engine->table || memcmp(&nodes, &engine->table_nodes, sizeof nodes) != 0)
        return false;
    if (engine->table_wanted_mib == engine->hash_mib)
        return true;
    if (!table_refit(engine->table, engine->hash_mib))
        return false;
    engine->table_wanted_mib = engine->hash_mib;
    engine->forget_table = false;
    return true;
}

void engine_set_impatience(Engine *engine, bool (*gives_up)(void *context), void *context) {
    engine->gives_up = gives_up;
    engine->gives_up_context = context;
}

bool engine_prepare(Engine *engine) {
    director_wait(engine->director);
    bool placed = prepare_threads(engine);
    if (placed || !engine->networks_are_current)
        prepare_networks(engine);
    const bool histories_are_new = placed || !engine->histories_are_current;
    if (histories_are_new)
        prepare_histories(engine);
    placed = histories_are_new;
    if (engine->forget_histories)
        forget_histories(engine, histories_are_new);
    if (!table_is_current(engine)) {
        engine->forget_table = false;
        prepare_table(engine);
        placed = true;
    }
    if (engine->forget_table && engine->table)
        engine->zero_table = !table_forget(engine->table);
    engine->forget_table = false;
    if (engine->zero_table || engine->clear_groups)
        clear_memory(engine);
    engine->placements += placed;
    return engine_hash(engine) == engine->hash_mib;
}

size_t engine_hash(const Engine *engine) {
    return engine->table ? table_size(engine->table) : 0;
}

uint64_t engine_zeroings(const Engine *engine) {
    return engine->zeroings;
}

int engine_threads(const Engine *engine) {
    return engine->threads;
}

uint64_t engine_placements(const Engine *engine) {
    return engine->placements;
}

const char *engine_next_warning(Engine *engine) {
    return warnings_next(&engine->executor.warnings);
}

PlacementReport *engine_placement_report(Engine *engine) {
    engine_prepare(engine);
    return placement_report_create(&engine->executor, engine->pool, engine->table,
                                   &engine->networks, engine->network, &engine->histories);
}

void engine_set_root(Engine *engine, const Position *position) {
    director_wait(engine->director);
    Position root = *position;
    root.chess960 |= engine->chess960;
    root.plies_from_null = 0;
    game_begin(&engine->game, &root);
}

void engine_play_move(Engine *engine, Move move) {
    director_wait(engine->director);
    game_play(&engine->game, move);
}

const Position *engine_position(const Engine *engine) {
    return &engine->game.position;
}

int engine_occurrences(const Engine *engine) {
    return game_occurrences(&engine->game);
}

void engine_flip(Engine *engine) {
    director_wait(engine->director);
    Position flipped;
    position_flip(&engine->game.position, &flipped);
    game_begin(&engine->game, &flipped);
}

/* What has been searched with other values is worth nothing. */
static void forget_values_searched(Engine *engine) {
    engine->forget_table = engine->forget_histories = true;
}

static bool parse_valued(Engine *engine, const char *fen, Position *position, FenError *error) {
    if (!fen_parse(fen, position, error))
        return false;
    director_wait(engine->director);
    return true;
}

bool engine_set_position_value(Engine *engine, const char *fen, int white_centipawns,
                               FenError *error) {
    Position position;
    if (!parse_valued(engine, fen, &position, error))
        return false;
    *error = (FenError){.column = 1};
    if (movegen_count(&position) == 0) {
        strcpy(error->message, "the game is over: the rules give the value");
        return false;
    }
    int value = clamp(white_centipawns, -ENGINE_MAX_POSITION_VALUE, ENGINE_MAX_POSITION_VALUE);
    if (!position_values_set(engine->values, position.key, value)) {
        strcpy(error->message, "not enough memory");
        return false;
    }
    forget_values_searched(engine);
    return true;
}

bool engine_remove_position_value(Engine *engine, const char *fen, FenError *error) {
    Position position;
    if (!parse_valued(engine, fen, &position, error))
        return false;
    if (position_values_remove(engine->values, position.key))
        forget_values_searched(engine);
    return true;
}

void engine_clear_position_values(Engine *engine) {
    director_wait(engine->director);
    if (position_values_count(engine->values) > 0)
        forget_values_searched(engine);
    position_values_clear(engine->values);
}

bool engine_position_value(const Engine *engine, int *white_centipawns) {
    return position_values_find(engine->values, engine->game.position.key, white_centipawns);
}

static SearchSetup make_setup(const Engine *engine) {
    return (SearchSetup){
        .table = engine->table,
        .root = &engine->game,
        .networks = engine->networks.by_worker,
        .histories = engine->histories.by_worker,
        .values = position_values_count(engine->values) > 0 ? engine->values : NULL,
        .tablebase = tablebases_rules(&engine->tablebases),
        .tunables = &engine->tunables,
        .multipv = engine->multipv,
        .overhead_ms = engine->overhead_ms,
        .ponder_option = engine->ponder,
    };
}

/* Plays from the book; false when the search is to find the move. */
static bool go_by_book(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    OpeningChoice choice;
    if (!opening_book_choose(&engine->opening, &engine->game.position, limits, &choice))
        return false;
    director_wait(engine->director);
    if (sink && sink->decision) {
        char text[128];
        snprintf(text, sizeof text, "book: weight %d of %d, %d moves", choice.weight,
                 choice.weights, choice.moves);
        sink->decision(sink->context, text);
    }
    BestMoveReport report = {.best = choice.move, .score = SCORE_DRAW};
    if (sink && sink->best_move)
        sink->best_move(sink->context, &report);
    return true;
}

void engine_go(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    if (go_by_book(engine, limits, sink))
        return;
    engine_prepare(engine);
    SearchSetup setup = make_setup(engine);
    director_go(engine->director, &setup, limits, sink);
}

void engine_think(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    if (go_by_book(engine, limits, sink))
        return;
    engine_prepare(engine);
    SearchSetup setup = make_setup(engine);
    if (executor_binds(&engine->executor)) { /* the lead has its own place, not the caller's */
        director_go(engine->director, &setup, limits, sink);
        director_wait(engine->director);
    } else {
        director_think(engine->director, &setup, limits, sink);
    }
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

uint64_t engine_worker_nodes(const Engine *engine, int worker) {
    return worker < pool_size(engine->pool) ? worker_nodes(pool_worker(engine->pool, worker)) : 0;
}
