#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/format.h"
#include "base/integers.h"
#include "base/memory.h"
#include "base/system.h"
#include "chess/flip.h"
#include "chess/movegen.h"
#include "engine/engine_insider.h"
#include "engine/opening_book.h"
#include "engine/placement_report.h"
#include "engine/preparation.h"
#include "nnue/embedded_network.h"
#include "nnue/network_file.h"
#include "search/director.h"
#include "search/tunables.h"

/* Of a thread that searches deep lines and has callers. */
#define THINKING_STACK_BYTES ((size_t)2 << 20)

_Static_assert(ENGINE_MAX_THREADS == POOL_MAX_WORKERS, "a thread is a worker of the pool");

struct Engine {
    SearchOptions options;
    bool chess960;
    bool root_needs_chess960; /* as set, whatever the option says */

    Game game;
    PositionValues *values;
    SyzygyTables *tablebases;     /* NULL for none */
    char *tablebase_path;         /* asked for last; NULL for none */
    const NodeObserver *observer; /* NULL for nobody */
    OpeningBook opening;
    Tunables tunables; /* without meaning where they are constants */
    PackedNetwork *network;
    Preparation preparation;
    Director *director; /* of its pool */
};

static void set_start_position(Engine *engine) {
    Position position;
    FenError error;
    fen_parse(FEN_START, &position, &error);
    game_begin(&engine->game, &position);
}

Engine *engine_create(void) {
    chess_init();
    PackedNetwork *network = embedded_network();
    if (!network)
        return NULL;
    Engine *engine = memory_allocate(_Alignof(Engine), sizeof *engine);
    if (!engine)
        return NULL;
    *engine = (Engine){
        .preparation = {.hash_mib = ENGINE_DEFAULT_HASH_MIB, .threads = 1},
        .options = search_options_default(),
        .tunables = tunables_default(),
    };
    set_start_position(engine);
    engine->network = packed_network_share(network);
    engine->values = position_values_create();
    preparation_set_network(&engine->preparation, engine->network);
    if (engine->values && preparation_begin(&engine->preparation))
        engine->director = director_create(engine->preparation.pool);
    if (!engine->director) {
        preparation_end(&engine->preparation);
        position_values_destroy(engine->values);
        packed_network_release(engine->network);
        memory_free(engine);
        return NULL;
    }
    return engine;
}

Engine *engine_create_holder(const char *path, Reason *error) {
    Reason reason;
    Engine *engine = engine_create();
    if (!engine) {
        reason_set(error, "not enough memory");
    } else if (path && !engine_load_network(engine, path, &reason)) {
        reason_set(error, "%s: %s", path, reason.text);
        engine_destroy(engine);
        engine = NULL;
    }
    return engine;
}

void engine_destroy(Engine *engine) {
    if (!engine)
        return;
    director_destroy(engine->director);
    preparation_end(&engine->preparation);
    position_values_destroy(engine->values);
    syzygy_close(engine->tablebases);
    free(engine->tablebase_path);
    opening_book_close(&engine->opening);
    packed_network_release(engine->network);
    memory_free(engine);
}

void engine_set_hash(Engine *engine, size_t mib) {
    director_wait(engine->director);
    engine->preparation.hash_mib = size_max(1, size_min(mib, ENGINE_MAX_HASH_MIB));
}

void engine_set_threads(Engine *engine, int threads) {
    director_wait(engine->director);
    engine->preparation.threads = int_clamp(threads, 1, ENGINE_MAX_THREADS);
    engine->preparation.missing = 0;
}

/* What decides where threads run; once it is changed, a plan is made anew. */
static Executor *executor_to_change(Engine *engine) {
    director_wait(engine->director);
    engine->preparation.executor.planned_threads = 0;
    return &engine->preparation.executor;
}

bool engine_set_numa_policy(Engine *engine, const NumaPolicy *policy) {
    NumaPolicy copy;
    if (!numa_policy_copy(policy, &copy))
        return false;
    Executor *executor = executor_to_change(engine);
    numa_policy_clear(&executor->policy);
    executor->policy = copy;
    return true;
}

void engine_set_thread_placement(Engine *engine, ThreadPlacement placement) {
    executor_to_change(engine)->placement =
        (ThreadPlacement)int_clamp((int)placement, 0, PLACEMENT_COUNT - 1);
}

void engine_set_share(Engine *engine, int index, int count) {
    count = int_max(count, 1);
    executor_to_change(engine)->share = (PlanShare){int_clamp(index, 0, count - 1), count};
}

void engine_set_observer(Engine *engine, const NodeObserver *observer) {
    director_wait(engine->director);
    engine->observer = observer;
}

void engine_set_partners(Engine *engine, const SearchPartners *partners) {
    director_wait(engine->director);
    engine->preparation.partners = partners;
}

void engine_set_history_scope(Engine *engine, HistoryScope scope) {
    director_wait(engine->director);
    preparation_set_history_scope(&engine->preparation, scope);
}

void engine_set_option(Engine *engine, SearchOption option, int value) {
    director_wait(engine->director);
    const int rule50 = engine->options.tablebase_rule50;
    search_options_set(&engine->options, option, value);
    if (engine->options.tablebase_rule50 != rule50)
        engine_new_game(engine);
}

const SearchOptions *engine_options(const Engine *engine) {
    return &engine->options;
}

void engine_set_chess960(Engine *engine, bool chess960) {
    director_wait(engine->director);
    engine->chess960 = chess960;
    engine->game.position.chess960 = chess960 || engine->root_needs_chess960;
}

/* Takes over a network that the caller owns. What was searched by another evaluation is forgotten:
 * some programs send all options again before each search. */
static void use_network(Engine *engine, PackedNetwork *network) {
    director_wait(engine->director);
    if (network->id != engine->network->id)
        engine_new_game(engine);
    preparation_set_network(&engine->preparation, network);
    packed_network_release(engine->network);
    engine->network = network;
}

bool engine_load_network(Engine *engine, const char *path, Reason *reason) {
    Network *network = network_load(path, reason);
    if (!network)
        return false;
    PackedNetwork *packed = packed_network_create(network, kernel_best());
    network_destroy(network);
    if (!packed)
        return reason_set(reason, "not enough memory");
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
    packed_network_view(engine->network, &engine->game.position, view);
}

size_t engine_most_hash(const Engine *engine) {
    return preparation_most_hash(&engine->preparation);
}

Scaling engine_scaling(const Engine *engine) {
    tunables_use(&engine->tunables);
    return scaling_of(&engine->game.position);
}

static uint64_t tablebase_fingerprint(const Engine *engine) {
    return engine->tablebases ? engine->tablebases->fingerprint : 0;
}

bool engine_set_syzygy_path(Engine *engine, const char *path, Reason *reason) {
    director_wait(engine->director);
    const uint64_t fingerprint = tablebase_fingerprint(engine);
    bool is_other = strcmp(path, engine->tablebase_path ? engine->tablebase_path : "") != 0;
    free(engine->tablebase_path);
    engine->tablebase_path = strdup(path);
    syzygy_close(engine->tablebases);
    engine->tablebases = path[0] != '\0' ? syzygy_open(path, reason) : NULL;
    is_other |= tablebase_fingerprint(engine) != fingerprint;
    if (is_other)
        engine_new_game(engine);
    return engine->tablebases || path[0] == '\0';
}

const SyzygyTables *engine_syzygy_tables(const Engine *engine) {
    return engine->tablebases;
}

bool engine_set_book(Engine *engine, const char *path, Reason *reason) {
    return opening_book_open(&engine->opening, path, reason);
}

void engine_set_own_book(Engine *engine, bool used) {
    engine->opening.used = used;
}

uint64_t engine_book_size(const Engine *engine) {
    return engine->opening.book ? book_size(engine->opening.book) : 0;
}

void engine_set_tunable(Engine *engine, int tunable, int value) {
    const TunableRow *row = &TUNABLE_ROWS[tunable];
    director_wait(engine->director);
    engine->tunables.values[tunable] = int_clamp(value, row->least, row->most);
}

bool engine_set_tunables(Engine *engine, const Tunables *tunables) {
    for (int i = 0; i < TUNABLE_COUNT; i++)
        engine_set_tunable(engine, i, tunables->values[i]);
    return TUNABLES_ARE_VARIABLE;
}

void engine_clear_hash(Engine *engine) {
    director_wait(engine->director);
    engine->preparation.forget_table = true;
}

void engine_new_game(Engine *engine) {
    director_new_game(engine->director);
    engine->preparation.forget_table = engine->preparation.forget_histories = true;
}

void engine_set_impatience(Engine *engine, bool (*gives_up)(void *context), void *context) {
    engine->preparation.gives_up = gives_up;
    engine->preparation.gives_up_context = context;
}

bool engine_prepare(Engine *engine) {
    director_wait(engine->director);
    tunables_use(&engine->tunables); /* for what the table is to be */
    return preparation_make(&engine->preparation);
}

size_t engine_hash(const Engine *engine) {
    return preparation_hash(&engine->preparation);
}

uint64_t engine_zeroings(const Engine *engine) {
    return engine->preparation.zeroings;
}

int engine_threads(const Engine *engine) {
    return engine->preparation.threads;
}

uint64_t engine_placements(const Engine *engine) {
    return engine->preparation.placements;
}

const char *engine_next_warning(Engine *engine) {
    return warnings_next(&engine->preparation.executor.warnings);
}

PlacementReport *engine_placement_report(Engine *engine) {
    engine_prepare(engine);
    return placement_report_create(&engine->preparation);
}

void engine_set_root(Engine *engine, const Position *position) {
    director_wait(engine->director);
    Position root = *position;
    engine->root_needs_chess960 = position->chess960;
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

bool engine_set_position_value(Engine *engine, const char *fen, int white_centipawns,
                               FenError *error) {
    Position position;
    if (!fen_parse(fen, &position, error))
        return false;
    director_wait(engine->director);
    *error = (FenError){.column = 1};
    if (movegen_count(&position) == 0) {
        strcpy(error->message, "the game is over: the rules give the value");
        return false;
    }
    int value = int_clamp(white_centipawns, -ENGINE_MAX_POSITION_VALUE, ENGINE_MAX_POSITION_VALUE);
    Score before;
    if (position_values_find(engine->values, position.key, &before) && before == value)
        return true;
    if (!position_values_set(engine->values, position.key, value)) {
        strcpy(error->message, "not enough memory");
        return false;
    }
    engine_new_game(engine);
    return true;
}

bool engine_remove_position_value(Engine *engine, const char *fen, FenError *error) {
    Position position;
    if (!fen_parse(fen, &position, error))
        return false;
    director_wait(engine->director);
    /* What has been searched with other values is worth nothing. */
    if (position_values_remove(engine->values, position.key))
        engine_new_game(engine);
    return true;
}

void engine_clear_position_values(Engine *engine) {
    director_wait(engine->director);
    if (position_values_count(engine->values) > 0)
        engine_new_game(engine);
    position_values_clear(engine->values);
}

bool engine_position_value(const Engine *engine, int *white_centipawns) {
    return position_values_find(engine->values, engine->game.position.key, white_centipawns);
}

static SearchSetup make_setup(const Engine *engine) {
    return (SearchSetup){
        .table = engine->preparation.table,
        .root = &engine->game,
        .partners = engine->preparation.partners,
        .observer = engine->observer,
        .networks = engine->preparation.networks.by_worker,
        .histories = engine->preparation.histories.by_worker,
        .values = position_values_count(engine->values) > 0 ? engine->values : NULL,
        .tablebases = engine->tablebases,
        .tunables = &engine->tunables,
        .options = engine->options,
        .processors = executor_processors(&engine->preparation.executor),
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
        snprintf(text, sizeof text, "book: weight %d of %d, %d %s", choice.weight, choice.weights,
                 choice.moves, format_plural(choice.moves, "move", "moves"));
        sink->decision(sink->context, text);
    }
    BestMoveReport report = {.best = choice.move, .score = SCORE_DRAW};
    if (sink && sink->best_move)
        sink->best_move(sink->context, &report);
    return true;
}

/* What is out of range counts as limits.h has it. */
static SearchLimits clamp_limits(const SearchLimits *limits) {
    SearchLimits sound = *limits;
    int *const counts[] = {&sound.moves_to_go, &sound.depth, &sound.mate, &sound.elo};
    for (size_t i = 0; i < ARRAY_LENGTH(counts); i++)
        *counts[i] = int_max(*counts[i], 0);
    sound.search_move_count = int_clamp(sound.search_move_count, 0, MAX_MOVES);
    sound.start_us = int64_clamp(sound.start_us, 0, clock_now_us());
    return sound;
}

void engine_go(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    const SearchLimits sound = clamp_limits(limits);
    if (go_by_book(engine, &sound, sink))
        return;
    engine_prepare(engine);
    SearchSetup setup = make_setup(engine);
    director_go(engine->director, &setup, &sound, sink);
}

/* Whether the main worker needs a thread of its own: it has a place, or the caller has something
 * else to do or too small a stack. */
static bool cannot_think_here(const Preparation *preparation) {
    return executor_binds(&preparation->executor) || preparation->gives_up ||
           system_stack_bytes() < THINKING_STACK_BYTES;
}

void engine_think(Engine *engine, const SearchLimits *limits, const ReportSink *sink) {
    const SearchLimits sound = clamp_limits(limits);
    if (go_by_book(engine, &sound, sink))
        return;
    engine_prepare(engine);
    SearchSetup setup = make_setup(engine);
    const Preparation *preparation = &engine->preparation;
    if (cannot_think_here(preparation)) {
        director_go(engine->director, &setup, &sound, sink);
        while (preparation->gives_up &&
               !director_wait_until(engine->director, clock_now_us() + PATIENCE_US)) {
            if (preparation->gives_up(preparation->gives_up_context))
                director_stop(engine->director);
        }
        director_wait(engine->director);
    } else {
        director_think(engine->director, &setup, &sound, sink);
    }
}

static void note_best_move(void *context, const BestMoveReport *report) {
    *(BestMoveReport *)context = *report;
}

BestMoveReport engine_find(Engine *engine, SearchLimits limits) {
    BestMoveReport report = {.best = MOVE_NONE};
    const ReportSink sink = {.context = &report, .best_move = note_best_move};
    limits.start_us = clock_now_us();
    engine_think(engine, &limits, &sink);
    return report;
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
    return worker < pool_size(engine->preparation.pool)
               ? worker_nodes(pool_worker(engine->preparation.pool, worker))
               : 0;
}
