#include <limits.h>
#include <sys/resource.h>

#include "../own_process.h"
#include "../rounds.h"
#include "search/pool.h"
#include "support.h"

/* The life of engines: searches begin, are stopped, ponder, and share a process. */

#define STALEMATE_FEN "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"

static const char *const FENS[] = {FEN_START, MIDDLEGAME_FEN, TACTICAL_FEN, ENDGAME_FEN};

static void an_idle_engine_obeys_quietly(void **state) {
    (void)state;
    Recorder *recorder = recorder_of(engine_create());
    Engine *engine = recorder->engine;
    assert_int_equal(engine_threads(engine), 1);
    assert_int_equal(engine_nodes(engine), 0);
    assert_false(engine_is_searching(engine));
    engine_stop(engine);
    engine_ponderhit(engine);
    engine_wait(engine);
    assert_true(engine_prepare(engine));
    assert_true(engine_prepare(engine));
    assert_int_equal(engine_hash(engine), ENGINE_DEFAULT_HASH_MIB);
    /* What came before the search has no bearing on it. */
    engine_stop(engine);
    search(recorder, to_depth(4));
    assert_int_equal(recorder->lines[0].depth, 4);
    end_engine(recorder);
    engine_destroy(NULL);
}

static void a_root_begins_a_game(void **state) {
    (void)state;
    Recorder *recorder = recorder_of(engine_create());
    Engine *engine = recorder->engine;
    set_position(recorder, "8/5k2/8/8/8/8/5K2/R7 w - - 0 1");
    const uint64_t key = engine_position(engine)->key;
    play(recorder, "f2e2");
    assert_int_not_equal(engine_position(engine)->key, key);
    play(recorder, "f7e7 e2f2 e7f7");
    assert_int_equal(engine_position(engine)->key, key);
    assert_int_equal(engine_occurrences(engine), 2);
    engine_set_root(engine, engine_position(engine));
    assert_int_equal(engine_position(engine)->key, key);
    assert_int_equal(engine_position(engine)->rule50, 4);
    assert_int_equal(engine_position(engine)->plies_from_null, 0);
    assert_int_equal(engine_occurrences(engine), 1);
    end_engine(recorder);
}

/* Of either: a position that needs it has it whatever the option says. */
static void chess960_is_asked_for_or_needed(void **state) {
    (void)state;
    Recorder *recorder = recorder_of(engine_create());
    Engine *engine = recorder->engine;
    for (int asked = 0; asked <= 1; asked++) {
        engine_set_chess960(engine, asked);
        assert_int_equal(engine_position(engine)->chess960, asked);
        set_position(recorder, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
        assert_true(engine_position(engine)->chess960);
        engine_set_chess960(engine, asked);
        assert_true(engine_position(engine)->chess960);
        set_position(recorder, FEN_START);
        assert_int_equal(engine_position(engine)->chess960, asked);
    }
    end_engine(recorder);
}

static void options_are_clamped(void **state) {
    (void)state;
    Recorder *recorder = recorder_of(engine_create());
    engine_set_threads(recorder->engine, -3);
    engine_set_hash(recorder->engine, 0);
    engine_set_option(recorder->engine, SEARCH_MULTIPV, -1);
    engine_set_option(recorder->engine, SEARCH_OVERHEAD_MS, -1);
    assert_true(engine_prepare(recorder->engine));
    assert_int_equal(engine_threads(recorder->engine), 1);
    assert_int_equal(engine_hash(recorder->engine), 1);
    search(recorder, to_depth(4));
    assert_int_equal(recorder->line_count, 1);
    engine_set_threads(recorder->engine, 1000000);
    assert_int_equal(engine_threads(recorder->engine), ENGINE_MAX_THREADS);
    end_engine(recorder);
}

static void node_limits_hold_for_all_threads_together(void **state) {
    (void)state;
    Recorder *recorder = new_engine(3, 4);
    for (uint64_t nodes = 1; nodes <= 100000; nodes = nodes * 5 + 1) {
        set_position(recorder, TACTICAL_FEN);
        search(recorder, (SearchLimits){.nodes = nodes});
        assert_true(recorder->best.figures.nodes >= nodes);
        /* However long a thread has waited for a processor. */
        const uint64_t most = nodes < 3 * 512 ? nodes : 3 * 512;
        assert_true(recorder->best.figures.nodes <= nodes + most + 3);
    }
    end_engine(recorder);
}

typedef struct Stopper {
    Recorder *recorder;
    int64_t delay_us;
    int times;
} Stopper;

static void *stop_later(void *argument) {
    const Stopper *stopper = argument;
    pause_us(stopper->delay_us);
    for (int i = 0; i < stopper->times; i++)
        engine_stop(stopper->recorder->engine);
    return NULL;
}

static pthread_t start_stopper(Stopper *stopper) {
    pthread_t handle;
    assert_int_equal(pthread_create(&handle, NULL, stop_later, stopper), 0);
    return handle;
}

static void stop_brings_one_best_move(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    uint64_t seed = 2;
    for (int i = 0; i < ROUNDS(500); i++) {
        if (i % 25 == 0)
            engine_set_threads(recorder->engine, 1 + i / 25 % 4);
        set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
        Stopper stopper = {recorder, random_below(&seed, 1 << (1 + i % 12)), 1 + i % 3};
        go(recorder, (SearchLimits){.infinite = i % 2 == 0, .depth = i % 5 == 0 ? 3 : 0});
        const pthread_t handle = start_stopper(&stopper);
        finish(recorder);
        pthread_join(handle, NULL);
    }
    end_engine(recorder);
}

static void a_stop_on_the_heels_of_go_is_not_lost(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 4);
    engine_set_option(recorder->engine, SEARCH_MULTIPV,
                      2); /* the main thread decides, and its depth counts */
    for (int i = 0; i < ROUNDS(300); i++) {
        go(recorder, (SearchLimits){.infinite = true});
        engine_stop(recorder->engine);
        finish(recorder);
        /* Nor does it reach the search after. */
        engine_stop(recorder->engine);
        search(recorder, to_depth(2));
        assert_int_equal(recorder->lines[0].depth, 2);
    }
    end_engine(recorder);
}

typedef struct Thinker {
    Engine *engine;
    SearchLimits limits;
    ReportSink sink;
    pthread_t handle;
} Thinker;

static void *think_there(void *argument) {
    const Thinker *thinker = argument;
    engine_think(thinker->engine, &thinker->limits, &thinker->sink);
    return NULL;
}

static void start_thinker(Thinker *thinker, Recorder *recorder, SearchLimits limits) {
    thinker->engine = recorder->engine;
    thinker->limits = now(limits);
    thinker->sink = sink_of(recorder);
    assert_int_equal(pthread_create(&thinker->handle, NULL, think_there, thinker), 0);
}

/* The thinking thread may have come to rest, with no depth left, before it is called. */
static void thinking_on_the_callers_thread_can_be_ended(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    set_position(recorder, MIDDLEGAME_FEN);
    for (int i = 0; i < ROUNDS(48); i++) {
        const SearchLimits limits = {
            .depth = i % 4 ? 1 : 0, .infinite = i % 3 != 1, .ponder = i % 3 > 0};
        if (i == ROUNDS(24))
            engine_set_threads(recorder->engine, 2);
        Thinker thinker;
        start_thinker(&thinker, recorder, limits);
        while (iterations_so_far(recorder) == 0)
            pause_us(100);
        pause_us(i % 5 * 2000);
        engine_ponderhit(recorder->engine);
        pause_us(i % 5 * 1000);
        engine_stop(recorder->engine);
        if (!await_best_move(recorder, 10))
            fail_msg("round %d: no best move ten seconds after stop", i);
        pthread_join(thinker.handle, NULL);
        finish(recorder);
    }
    end_engine(recorder);
}

/* Searches whose work ends at once but that may not end by themselves. */
static const char *const SHORT_FENS[] = {MATED_FEN, STALEMATE_FEN, ONE_MOVE_FEN, BARE_FEN,
                                         FEN_START};

static const SearchLimits SHORT_LIMITS[] = {
    {.depth = 2},
    {.nodes = 100},
    {.mate = 1, .depth = 3},
    {.has_movetime = true, .movetime_ms = 1},
    {.has_clock = {true, true}, .clock_ms = {20, 20}},
};

static void run_short_searches(Recorder *recorder, bool ponder) {
    for (int i = 0; i < (int)ARRAY_LENGTH(SHORT_FENS); i++) {
        for (int n = 0; n < (int)ARRAY_LENGTH(SHORT_LIMITS); n++) {
            SearchLimits limits = SHORT_LIMITS[n];
            limits.infinite = !ponder;
            limits.ponder = ponder;
            set_position(recorder, SHORT_FENS[i]);
            go(recorder, limits);
            pause_us(25000);
            assert_int_equal(best_moves_so_far(recorder), 0);
            assert_true(engine_is_searching(recorder->engine));
            if (ponder && n % 2 == 0)
                engine_ponderhit(recorder->engine);
            else
                engine_stop(recorder->engine);
            finish(recorder);
            assert_int_equal(recorder->best.best == MOVE_NONE, i < 2);
            if (i < 2)
                assert_int_equal(recorder->best.score, i == 0 ? score_mated_in(0) : SCORE_DRAW);
        }
    }
}

static void infinite_never_ends_by_itself(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        Recorder *recorder = new_engine(threads, 1);
        run_short_searches(recorder, false);
        end_engine(recorder);
    }
}

static void pondering_never_ends_by_itself(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        Recorder *recorder = new_engine(threads, 1);
        run_short_searches(recorder, true);
        end_engine(recorder);
    }
}

/* Processor time that the process takes in 60 ms, the least of several trials: on a busy machine
 * the search may need a while to come to rest. */
static int64_t idle_processor_time_us(void) {
    int64_t least = INT64_MAX;
    for (int trial = 0; trial < 8 && least > 30000; trial++) {
        const int64_t before = processor_time_us();
        pause_us(60000);
        const int64_t used = processor_time_us() - before;
        least = used < least ? used : least;
    }
    return least;
}

/* With nothing left to search a search that may not end sleeps. */
static void waiting_for_stop_takes_no_processor(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    for (int n = 0; n < (int)ARRAY_LENGTH(SHORT_LIMITS); n++) {
        for (int ponder = 0; ponder <= 1; ponder++) {
            SearchLimits limits = SHORT_LIMITS[n];
            limits.infinite = !ponder;
            limits.ponder = ponder;
            if (ponder && n >= 3)
                limits.depth = 2; /* the clock does not run yet */
            set_position(recorder, n == 2 ? ONE_MOVE_FEN : FEN_START);
            go(recorder, limits);
            pause_us(20000);
            const int64_t used = idle_processor_time_us();
            engine_stop(recorder->engine);
            finish(recorder);
            if (used > 30000)
                fail_msg("limits %d, %s: %lld us of 60 ms", n, ponder ? "ponder" : "infinite",
                         (long long)used);
        }
    }
    end_engine(recorder);
}

static void a_search_ends_at_mate_and_stalemate(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    set_position(recorder, MATED_FEN);
    search(recorder, (SearchLimits){0});
    assert_int_equal(recorder->best.best, MOVE_NONE);
    assert_int_equal(recorder->best.score, score_mated_in(0));
    set_position(recorder, STALEMATE_FEN);
    think(recorder, (SearchLimits){0});
    assert_int_equal(recorder->best.best, MOVE_NONE);
    assert_int_equal(recorder->best.score, SCORE_DRAW);
    end_engine(recorder);
}

static void ponderhit_starts_the_clock(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        Recorder *recorder = new_engine(threads, 4);
        for (int i = 0; i < 12; i++) {
            SearchLimits limits = {.ponder = true};
            if (i % 2) {
                limits.has_movetime = true;
                limits.movetime_ms = 30;
            } else {
                limits.has_clock[WHITE] = true;
                limits.clock_ms[WHITE] = 400;
            }
            set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
            go(recorder, limits);
            pause_us(40000 + i * 1000);
            assert_int_equal(best_moves_so_far(recorder), 0);
            const int64_t hit = clock_now_us();
            engine_ponderhit(recorder->engine);
            engine_ponderhit(recorder->engine);
            finish(recorder);
            /* Slack for a machine that does other things. */
            assert_true(clock_now_us() - hit < 400000 + 2000000);
            assert_true(recorder->best.figures.elapsed_us >= 40000);
        }
        end_engine(recorder);
    }
}

static void stop_ends_pondering(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 4);
    uint64_t seed = 3;
    for (int i = 0; i < ROUNDS(100); i++) {
        set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
        go(recorder, (SearchLimits){.ponder = true,
                                    .has_clock = {true, true},
                                    .clock_ms = {60000, 60000},
                                    .depth = i % 3 ? 0 : 2});
        pause_us(random_below(&seed, 3000));
        if (i % 5 == 0)
            engine_ponderhit(recorder->engine);
        engine_stop(recorder->engine);
        if (i % 5 == 1)
            engine_ponderhit(recorder->engine);
        finish(recorder);
    }
    end_engine(recorder);
}

static void move_time_is_kept(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        Recorder *recorder = new_engine(threads, 4);
        for (int milliseconds = 20; milliseconds <= 80; milliseconds += 30) {
            set_position(recorder, MIDDLEGAME_FEN);
            const SearchLimits limits = {.has_movetime = true, .movetime_ms = milliseconds};
            if (threads == 1)
                think(recorder, limits);
            else
                search(recorder, limits);
            assert_true(recorder->best.figures.elapsed_us >= milliseconds * 1000);
            assert_true(recorder->best.figures.elapsed_us < milliseconds * 1000 + 2000000);
        }
        end_engine(recorder);
    }
}

static void without_time_a_move_comes_at_once(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 4);
    static const int64_t CLOCKS[] = {0, -1, -1000000, 1, INT64_MIN};
    for (int i = 0; i < (int)ARRAY_LENGTH(CLOCKS); i++) {
        for (int kind = 0; kind < 2; kind++) {
            SearchLimits limits = {.has_clock = {kind, kind}, .has_movetime = !kind};
            limits.clock_ms[WHITE] = limits.clock_ms[BLACK] = limits.movetime_ms = CLOCKS[i];
            set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
            search(recorder, limits);
            assert_int_not_equal(recorder->best.best, MOVE_NONE);
            assert_true(recorder->best.figures.elapsed_us < 3000000);
        }
    }
    end_engine(recorder);
}

/* Whatever a program puts there: no number below 0 is a limit, and none overflows. */
static void absurd_limits_are_clamped(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 1);
    set_position(recorder, FEN_START);
    search(recorder, (SearchLimits){.nodes = 5000});
    const BestMoveReport plain = recorder->best;
    static const int LOW[] = {-1, -3, INT_MIN};
    for (size_t i = 0; i < ARRAY_LENGTH(LOW); i++) {
        const SearchLimits absurd = {.nodes = 5000,
                                     .soft_nodes = UINT64_MAX,
                                     .moves_to_go = LOW[i],
                                     .increment_ms = {LOW[i], INT64_MIN},
                                     .depth = LOW[i],
                                     .mate = LOW[i],
                                     .elo = LOW[i],
                                     .search_move_count = LOW[i]};
        engine_new_game(recorder->engine);
        search(recorder, absurd);
        assert_int_equal(recorder->best.best, plain.best);
        assert_int_equal(recorder->best.score, plain.score);
        assert_int_equal(recorder->best.figures.nodes, plain.figures.nodes);
        go(recorder, (SearchLimits){.depth = LOW[i], .mate = LOW[i]});
        assert_true(engine_is_searching(recorder->engine));
        engine_stop(recorder->engine);
        finish(recorder);
    }
    SearchLimits crowded = {.depth = 3, .search_move_count = INT_MAX};
    crowded.search_moves[0] = plain.best;
    search(recorder, crowded);
    assert_int_equal(recorder->best.best, plain.best);
    search(recorder, (SearchLimits){.depth = INT_MAX, .mate = INT_MAX, .nodes = 5000});
    assert_int_not_equal(recorder->best.best, MOVE_NONE);
    static const int64_t STARTS[] = {INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < ARRAY_LENGTH(STARTS); i++) {
        const SearchLimits dated = {.has_movetime = true, .movetime_ms = 1, .start_us = STARTS[i]};
        const ReportSink sink = sink_of(recorder);
        engine_think(recorder->engine, &dated, &sink);
        finish(recorder);
    }
    end_engine(recorder);
}

/* Far more workers than processors, cut short: some are in the middle of telling what they found.
 */
static void crowds_agree_on_a_best_move(void **state) {
    (void)state;
    static const int THREADS[] = {2, 8, 32};
    for (int n = 0; n < (int)ARRAY_LENGTH(THREADS); n++) {
        Recorder *recorder = new_engine(THREADS[n], 4);
        for (int i = 0; i < ROUNDS(60); i++) {
            set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
            const SearchLimits limits = {.has_movetime = i % 3 > 0,
                                         .movetime_ms = 1 + i % 5,
                                         .depth = i % 3 ? 0 : 1 + i % 4};
            if (i % 2)
                think(recorder, limits);
            else
                search(recorder, limits);
        }
        end_engine(recorder);
    }
}

static void threads_come_and_go(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    uint64_t seed = 4;
    for (int i = 0; i < ROUNDS(60); i++) {
        const int threads = i < 16 ? (i < 8 ? i + 1 : 16 - i) : 1 + random_below(&seed, 8);
        engine_set_threads(recorder->engine, threads);
        if (i % 3 == 0)
            engine_new_game(recorder->engine);
        if (i % 4 == 0)
            engine_set_hash(recorder->engine, 1 + (size_t)random_below(&seed, 9));
        set_position(recorder, FENS[i % (int)ARRAY_LENGTH(FENS)]);
        search(recorder, to_depth(5));
        assert_int_equal(engine_threads(recorder->engine), threads);
        /* The count of nodes outlives the workers that made it. */
        const uint64_t nodes = engine_nodes(recorder->engine);
        assert_true(nodes >= recorder->best.figures.nodes);
        engine_set_threads(recorder->engine, 1 + random_below(&seed, 8));
        assert_true(engine_prepare(recorder->engine));
        assert_int_equal(engine_nodes(recorder->engine), nodes);
    }
    end_engine(recorder);
}

typedef struct Watcher {
    Engine *engine;
    _Atomic bool done;
    uint64_t seen;
} Watcher;

static void *watch_nodes(void *argument) {
    Watcher *watcher = argument;
    while (!atomic_load(&watcher->done)) {
        watcher->seen |= engine_nodes(watcher->engine);
        pause_us(50);
    }
    return NULL;
}

/* "Any thread may call at any time." */
static void nodes_may_be_asked_for_at_any_time(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 1);
    Watcher watcher = {.engine = recorder->engine};
    pthread_t handle;
    assert_int_equal(pthread_create(&handle, NULL, watch_nodes, &watcher), 0);
    for (int i = 0; i < ROUNDS(120); i++) {
        engine_set_threads(recorder->engine, 1 + i % 5);
        search(recorder, to_depth(4));
    }
    atomic_store(&watcher.done, true);
    pthread_join(handle, NULL);
    assert_true(watcher.seen > 0);
    end_engine(recorder);
}

/* A player of limited strength searches by one. */
static void who_does_not_search_has_no_nodes(void **state) {
    (void)state;
    Recorder *recorder = new_engine(3, 1);
    const SearchLimits searches[] = {{.nodes = 100000}, {.nodes = 1000, .elo = 1500}};
    for (int i = 0; i < (int)ARRAY_LENGTH(searches); i++) {
        search(recorder, searches[i]);
        uint64_t nodes = 0;
        for (int worker = 0; worker < 3; worker++)
            nodes += engine_worker_nodes(recorder->engine, worker);
        assert_int_equal(nodes, engine_nodes(recorder->engine));
    }
    end_engine(recorder);
}

/* The limit keeps the test from taking all memory of the machine that it runs on. */
static void an_absurd_hash_is_reduced(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    static const size_t ABSURD[] = {ENGINE_MAX_HASH_MIB, SIZE_MAX, (size_t)1 << 40};
    struct rlimit before;
    getrlimit(RLIMIT_AS, &before);
    const struct rlimit scarce = {address_space() + ((size_t)200 << 20), before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &scarce), 0);
    for (int i = 0; i < (int)ARRAY_LENGTH(ABSURD); i++) {
        engine_set_hash(recorder->engine, ABSURD[i]);
        assert_false(engine_prepare(recorder->engine));
        assert_in_range(engine_hash(recorder->engine), 1, 200);
        search(recorder, to_depth(5));
    }
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    engine_set_hash(recorder->engine, 3);
    assert_true(engine_prepare(recorder->engine));
    assert_int_equal(engine_hash(recorder->engine), 3);
    search(recorder, to_depth(5));
    end_engine(recorder);
}

typedef struct Neighbour {
    Recorder *recorder;
    const char *fen;
    int rounds;
    uint64_t nodes[4];
    pthread_t handle;
} Neighbour;

static void search_rounds(Neighbour *neighbour) {
    Engine *engine = neighbour->recorder->engine;
    for (int round = 0; round < neighbour->rounds; round++) {
        Position position;
        FenError error;
        engine_new_game(engine);
        if (!fen_parse(neighbour->fen, &position, &error))
            return;
        engine_set_root(engine, &position);
        const ReportSink sink = sink_of(neighbour->recorder);
        const SearchLimits limits = now(to_depth(6 + round));
        if (round % 2)
            engine_think(engine, &limits, &sink);
        else
            engine_go(engine, &limits, &sink);
        engine_wait(engine);
        neighbour->nodes[round] = engine_nodes(engine);
    }
}

static void *live_next_door(void *argument) {
    search_rounds(argument);
    return NULL;
}

static void two_engines_live_side_by_side(void **state) {
    (void)state;
    Neighbour pair[2] = {{.fen = TACTICAL_FEN, .rounds = 4}, {.fen = MIDDLEGAME_FEN, .rounds = 4}};
    uint64_t alone[2][4];
    for (int i = 0; i < 2; i++) {
        pair[i].recorder = new_engine(1, 4);
        search_rounds(&pair[i]);
        finish(pair[i].recorder);
        memcpy(alone[i], pair[i].nodes, sizeof alone[i]);
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&pair[i].handle, NULL, live_next_door, &pair[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(pair[i].handle, NULL);
    for (int i = 0; i < 2; i++) {
        finish(pair[i].recorder);
        assert_memory_equal(pair[i].nodes, alone[i], sizeof alone[i]);
        end_engine(pair[i].recorder);
    }
}

static void stopping_one_engine_leaves_the_other(void **state) {
    (void)state;
    Recorder *first = new_engine(2, 4), *second = new_engine(2, 4);
    for (int i = 0; i < 30; i++) {
        go(first, (SearchLimits){.infinite = true});
        go(second, (SearchLimits){.infinite = true});
        pause_us(2000);
        engine_stop(first->engine);
        finish(first);
        pause_us(2000);
        assert_true(engine_is_searching(second->engine));
        assert_int_equal(best_moves_so_far(second), 0);
        engine_stop(second->engine);
        finish(second);
    }
    end_engine(second);
    end_engine(first);
}

static void destroying_an_engine_ends_its_search(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        Recorder *recorder = new_engine(1 + i % 3, 1);
        go(recorder, (SearchLimits){.infinite = i % 2, .ponder = i % 2 == 0});
        pause_us(i * 100);
        engine_destroy(recorder->engine);
        assert_string_equal(recorder->fault, "");
        assert_int_equal(recorder->best_moves, 1);
        free(recorder);
    }
}

static void a_search_needs_no_sink(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    const SearchLimits limits = now(to_depth(6));
    const ReportSink silent = {0};
    engine_go(recorder->engine, &limits, NULL);
    engine_wait(recorder->engine);
    engine_think(recorder->engine, &limits, &silent);
    assert_true(engine_nodes(recorder->engine) > 0);
    end_engine(recorder);
}

static void note_late(void *context, const BestMoveReport *report) {
    (void)report;
    pause_us(100000);
    atomic_store((_Atomic bool *)context, true);
}

/* Who asks instead of waiting knows then what has been reported. */
static void a_search_runs_until_it_has_reported(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    for (int i = 0; i < 3; i++) {
        _Atomic bool reported = false;
        const SearchLimits limits = now(to_depth(1 + i));
        engine_go(recorder->engine, &limits,
                  &(ReportSink){.context = &reported, .best_move = note_late});
        while (engine_is_searching(recorder->engine))
            pause_us(100);
        assert_true(atomic_load(&reported));
        engine_wait(recorder->engine);
    }
    end_engine(recorder);
}

static void note_stack(void *context, const BestMoveReport *report) {
    (void)report;
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, context);
    pthread_attr_destroy(&attributes);
}

/* The thread that reports searches, too, where no other can be had, whatever size stacks have by
 * themselves. */
static void who_may_search_has_room_for_it(void **state) {
    (void)state;
    pthread_attr_t before, small;
    assert_int_equal(pthread_getattr_default_np(&before), 0);
    assert_int_equal(pthread_getattr_default_np(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, (size_t)1 << 20), 0);
    assert_int_equal(pthread_setattr_default_np(&small), 0);
    Recorder *recorder = new_engine(1, 1);
    assert_int_equal(pthread_setattr_default_np(&before), 0);
    size_t bytes = 0;
    const SearchLimits limits = now(to_depth(1));
    engine_go(recorder->engine, &limits, &(ReportSink){.context = &bytes, .best_move = note_stack});
    engine_wait(recorder->engine);
    assert_true(bytes >= POOL_STACK_BYTES);
    pthread_attr_destroy(&small);
    pthread_attr_destroy(&before);
    end_engine(recorder);
}

/* Also where somebody waits who has less. */
static void who_thinks_has_room_for_it(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 1);
    struct rlimit before;
    getrlimit(RLIMIT_STACK, &before);
    const struct rlimit small = {(rlim_t)1 << 20, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_STACK, &small), 0);
    size_t bytes = 0;
    const SearchLimits limits = now(to_depth(1));
    engine_think(recorder->engine, &limits,
                 &(ReportSink){.context = &bytes, .best_move = note_stack});
    assert_true(bytes >= POOL_STACK_BYTES);
    assert_int_equal(setrlimit(RLIMIT_STACK, &before), 0);
    end_engine(recorder);
}

/* A second go, and a change of options, wait for the search before. */
static void calls_wait_for_the_search(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 1);
    const SearchLimits limits = now((SearchLimits){.nodes = 20000});
    const ReportSink sink = sink_of(recorder);
    engine_go(recorder->engine, &limits, &sink);
    engine_set_option(recorder->engine, SEARCH_MULTIPV, 2);
    assert_int_equal(best_moves_so_far(recorder), 1);
    finish(recorder);
    search(recorder, limits);
    assert_int_equal(recorder->line_count, 2);
    const ReportSink next = sink_of(recorder);
    engine_go(recorder->engine, &limits, NULL);
    engine_go(recorder->engine, &limits, &next);
    finish(recorder);
    end_engine(recorder);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_engine_obeys_quietly),
        cmocka_unit_test(a_root_begins_a_game),
        cmocka_unit_test(chess960_is_asked_for_or_needed),
        cmocka_unit_test(options_are_clamped),
        cmocka_unit_test(node_limits_hold_for_all_threads_together),
        cmocka_unit_test(stop_brings_one_best_move),
        cmocka_unit_test(a_stop_on_the_heels_of_go_is_not_lost),
        cmocka_unit_test(infinite_never_ends_by_itself),
        cmocka_unit_test(pondering_never_ends_by_itself),
        cmocka_unit_test(waiting_for_stop_takes_no_processor),
        cmocka_unit_test(a_search_ends_at_mate_and_stalemate),
        cmocka_unit_test(ponderhit_starts_the_clock),
        cmocka_unit_test(stop_ends_pondering),
        cmocka_unit_test(move_time_is_kept),
        cmocka_unit_test(without_time_a_move_comes_at_once),
        cmocka_unit_test(absurd_limits_are_clamped),
        cmocka_unit_test(crowds_agree_on_a_best_move),
        cmocka_unit_test(threads_come_and_go),
        cmocka_unit_test(nodes_may_be_asked_for_at_any_time),
        cmocka_unit_test(who_does_not_search_has_no_nodes),
        cmocka_unit_test(an_absurd_hash_is_reduced),
        cmocka_unit_test(two_engines_live_side_by_side),
        cmocka_unit_test(stopping_one_engine_leaves_the_other),
        cmocka_unit_test(destroying_an_engine_ends_its_search),
        cmocka_unit_test(a_search_needs_no_sink),
        cmocka_unit_test(a_search_runs_until_it_has_reported),
        cmocka_unit_test(who_may_search_has_room_for_it),
        cmocka_unit_test(who_thinks_has_room_for_it),
        cmocka_unit_test(calls_wait_for_the_search),
        cmocka_unit_test(thinking_on_the_callers_thread_can_be_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
