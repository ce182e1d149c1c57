/* The search of a tune build: the same search as ever with the table's values, and another one with
 * others, for each engine by itself. */

#include "../chess/support.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/text.h"
#include "engine/bench_positions.h"
#include "engine/engine_insider.h"
#include "search/tunables.h"

#define SIGNATURE_DEPTH 5

#define DEPTH 8

/* Where there is much to prune, where little hangs, and where a few men are left. */
#define LIVELY "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

#define QUIET "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8"

#define ENDGAME "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"

static Engine *create(void) {
    Engine *engine = engine_create();
    assert_non_null(engine);
    return engine;
}

static void set_root(Engine *engine, const char *fen) {
    Position position;
    FenError error;
    assert_true(fen_parse(fen, &position, &error));
    engine_set_root(engine, &position);
}

static uint64_t nodes_to(Engine *engine, int depth) {
    return engine_find(engine, (SearchLimits){.depth = depth}).figures.nodes;
}

/* The nodes of the positions of `quorum bench`, searched in a row. */
static uint64_t bench_nodes(void) {
    Engine *engine = create();
    uint64_t nodes = 0;
    for (int i = 0; i < BENCH_POSITION_COUNT; i++) {
        engine_set_chess960(engine, BENCH_POSITIONS[i].chess960);
        set_root(engine, BENCH_POSITIONS[i].fen);
        Text moves = text_of(BENCH_POSITIONS[i].moves), word;
        while (text_next_token(&moves, &word)) {
            Move move =
                notation_parse_coordinate(engine_position(engine), word.data, (int)word.length);
            assert_int_not_equal(move, MOVE_NONE);
            engine_play_move(engine, move);
        }
        nodes += nodes_to(engine, SIGNATURE_DEPTH);
    }
    engine_destroy(engine);
    return nodes;
}

/* What the program under test, which has constants, says of the same positions. */
static uint64_t signature_of_program(void) {
    char command[4096], line[256];
    snprintf(command, sizeof command, "'%s' bench %d", getenv("QUORUM_BINARY"), SIGNATURE_DEPTH);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    uint64_t nodes = 0;
    while (fgets(line, sizeof line, output))
        sscanf(line, "Nodes searched : %" SCNu64, &nodes);
    assert_int_equal(pclose(output), 0);
    assert_int_not_equal(nodes, 0);
    return nodes;
}

static void test_the_same_search_as_with_constants(void **state) {
    (void)state;
    if (!getenv("QUORUM_BINARY")) {
        print_message("SKIP: QUORUM_BINARY does not name the program\n");
        skip();
    }
    assert_int_equal(bench_nodes(), signature_of_program());
}

static Tunables changed(int tunable, int value) {
    Tunables tunables = tunables_default();
    tunables.values[tunable] = value;
    return tunables;
}

static uint64_t nodes_with(const Tunables *tunables, const char *fen) {
    Engine *engine = create();
    assert_true(engine_set_tunables(engine, tunables));
    set_root(engine, fen);
    uint64_t nodes = nodes_to(engine, DEPTH + 4);
    engine_destroy(engine);
    return nodes;
}

/* Both ends of its range are tried, that a rarely used one shows too. */
static bool makes_a_difference(int tunable, const char *fen, uint64_t usual) {
    const Tunables low = changed(tunable, TUNABLE_ROWS[tunable].least);
    const Tunables high = changed(tunable, TUNABLE_ROWS[tunable].most);
    return nodes_with(&low, fen) != usual || nodes_with(&high, fen) != usual;
}

/* In one of three positions, as it depends on the network what a single search needs. */
static void test_every_tunable_changes_the_search(void **state) {
    (void)state;
    const char *sanitizers = getenv("QUORUM_SANITIZE");
    if (sanitizers && *sanitizers)
        skip(); /* 400 searches that no sanitizer sees anything new in */
    const Tunables defaults = tunables_default();
    static const char *const FENS[] = {LIVELY, ENDGAME, QUIET};
    uint64_t usual[3];
    for (int n = 0; n < 3; n++)
        usual[n] = nodes_with(&defaults, FENS[n]);
    for (int i = 0; i < TUNABLE_TREE_COUNT; i++) {
        bool differs = false;
        for (int n = 0; n < 3 && !differs; n++)
            differs = makes_a_difference(i, FENS[n], usual[n]);
        if (!differs)
            fail_msg("%s makes no difference", TUNABLE_ROWS[i].name);
    }
}

static void test_values_are_put_into_their_range(void **state) {
    (void)state;
    const Tunables most = changed(TUNABLE_FUTILITY_SLOPE, 180),
                   more = changed(TUNABLE_FUTILITY_SLOPE, 9999);
    assert_int_equal(nodes_with(&most, LIVELY), nodes_with(&more, LIVELY));
    const Tunables least = changed(TUNABLE_NULL_MOVE_DEPTH_DIVISOR, 2);
    const Tunables none = changed(TUNABLE_NULL_MOVE_DEPTH_DIVISOR, 0);
    assert_int_equal(nodes_with(&least, LIVELY), nodes_with(&none, LIVELY));
}

/* An engine that searches deeper and deeper, and what it needed for that when it was alone. */
typedef struct Contestant {
    Tunables tunables;
    Engine *engine;
    uint64_t alone[DEPTH + 1];
    bool is_same;
} Contestant;

static void contestant_begin(Contestant *contestant) {
    contestant->engine = create();
    assert_true(engine_set_tunables(contestant->engine, &contestant->tunables));
}

static void contestants_make(Contestant contestants[2]) {
    contestants[0].tunables = tunables_default();
    contestants[1].tunables = changed(TUNABLE_REDUCTION_SLOPE, 400);
    for (int i = 0; i < 2; i++) {
        contestant_begin(&contestants[i]);
        for (int depth = 1; depth <= DEPTH; depth++)
            contestants[i].alone[depth] = nodes_to(contestants[i].engine, depth);
        engine_destroy(contestants[i].engine);
        contestant_begin(&contestants[i]);
    }
    assert_int_not_equal(contestants[0].alone[DEPTH], contestants[1].alone[DEPTH]);
}

static void contestants_end(Contestant contestants[2]) {
    engine_destroy(contestants[0].engine);
    engine_destroy(contestants[1].engine);
}

static void test_engines_take_turns_on_a_thread(void **state) {
    (void)state;
    Contestant contestants[2];
    contestants_make(contestants);
    for (int depth = 1; depth <= DEPTH; depth++)
        for (int i = 0; i < 2; i++)
            assert_int_equal(nodes_to(contestants[i].engine, depth), contestants[i].alone[depth]);
    contestants_end(contestants);
}

static void *search_all_depths(void *argument) {
    Contestant *contestant = argument;
    contestant->is_same = true;
    for (int depth = 1; depth <= DEPTH; depth++)
        contestant->is_same &= nodes_to(contestant->engine, depth) == contestant->alone[depth];
    return NULL;
}

static void test_engines_search_at_the_same_time(void **state) {
    (void)state;
    Contestant contestants[2];
    contestants_make(contestants);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, search_all_depths, &contestants[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_true(contestants[i].is_same);
    }
    contestants_end(contestants);
}

/* With the main thread on a thread of the engine. */
static void test_threads_of_the_engine_take_over_its_values(void **state) {
    (void)state;
    Contestant contestants[2];
    contestants_make(contestants);
    for (int depth = 1; depth <= DEPTH; depth++) {
        for (int i = 0; i < 2; i++) {
            const SearchLimits limits = {.depth = depth};
            engine_go(contestants[i].engine, &limits, NULL);
            engine_wait(contestants[i].engine);
            assert_int_equal(engine_nodes(contestants[i].engine), contestants[i].alone[depth]);
        }
    }
    contestants_end(contestants);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_search_as_with_constants),
        cmocka_unit_test(test_every_tunable_changes_the_search),
        cmocka_unit_test(test_values_are_put_into_their_range),
        cmocka_unit_test(test_engines_take_turns_on_a_thread),
        cmocka_unit_test(test_engines_search_at_the_same_time),
        cmocka_unit_test(test_threads_of_the_engine_take_over_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
