#include <pthread.h>

#include "support.h"
#include "tables/syzygy.h"

/* Real tables with positions of known value, where there is external test data. */

static SyzygyTables *tables;

static void check_probe(const char *fen, const char *wdl_text, const char *dtz_text) {
    const Position position = position_of(fen);
    SyzygyWdl wdl;
    if (!syzygy_probe_wdl(&position, &wdl))
        fail_msg("%s: no answer", fen);
    const int expected = atoi(wdl_text + strlen("wdl "));
    if ((int)wdl != expected)
        fail_msg("%s: %d, not %d", fen, (int)wdl, expected);
    assert_non_null(dtz_text);
    const int distance = atoi(dtz_text + strlen("dtz "));
    SyzygyRoot root;
    if (!syzygy_rank_root(&position, false, true, &root)) {
        const MoveList legal = moves_of(&position);
        assert_int_equal(legal.count, 0);
        return;
    }
    assert_true(root.by_dtz);
    assert_int_equal(root.count, moves_of(&position).count);
    int best = root.moves[0].rank;
    for (int i = 1; i < root.count; i++)
        best = root.moves[i].rank > best ? root.moves[i].rank : best;
    if ((best > 0) - (best < 0) != (distance > 0) - (distance < 0))
        fail_msg("%s: rank %d, distance %d", fen, best, distance);
    for (int i = 0; i < root.count; i++) {
        if (root.moves[i].rank == best)
            assert_int_equal(root.moves[i].wdl, expected);
    }
}

static void knows_what_is_known(void **state) {
    (void)state;
    assert_int_equal(tables->men, 4);
    assert_int_equal(tables->wdl_count, 35);
    assert_int_equal(tables->dtz_count, 35);
    assert_true(visit_answers(TEST_DATA("syzygy/probe_expected.txt"), check_probe) > 0);
}

/* Once a position has been repeated, only the shortest way is best; so the win comes, whoever plays
 * against it. */
static void ranks_lead_to_the_goal(void **state) {
    (void)state;
    static const char *const FENS[] = {
        "8/8/8/8/8/2k5/8/K5Q1 w - - 0 1", "8/2b5/1k6/8/8/3b4/8/6K1 b - - 0 1",
        "1N3k2/8/8/3B4/1K6/8/8/8 w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "8/8/8/8/3k4/7r/8/KQ6 w - - 0 1"};
    uint64_t seed = 4;
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        Position position = position_of(FENS[i]);
        const Color winner = position_side(&position);
        SyzygyWdl value;
        assert_true(syzygy_probe_wdl(&position, &value));
        assert_int_equal(value, SYZYGY_WIN);
        int plies = 0;
        MoveList list = moves_of(&position);
        while (list.count > 0) {
            SyzygyRoot root;
            assert_true(plies++ < 300);
            assert_false(position.rule50 >= 100);
            assert_true(syzygy_rank_root(&position, true, true, &root));
            int chosen = random_below(&seed, root.count); /* the loser plays anything */
            for (int j = 0; position_side(&position) == winner && j < root.count; j++)
                chosen = root.moves[j].rank > root.moves[chosen].rank ? j : chosen;
            Position next;
            position_make(&position, &next, root.moves[chosen].move);
            position = next;
            list = moves_of(&position);
        }
        assert_true(position_in_check(&position));
        assert_int_not_equal(position_side(&position), winner);
    }
}

static void declines_what_no_table_knows(void **state) {
    (void)state;
    SyzygyWdl wdl;
    SyzygyRoot root;
    static const char *const FENS[] = {"8/8/8/2k5/8/8/PPP5/K7 w - - 0 1", FEN_START,
                                       "4k3/8/8/8/8/8/8/4K2R w K - 0 1"};
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        const Position position = position_of(FENS[i]);
        assert_false(syzygy_probe_wdl(&position, &wdl));
        assert_false(syzygy_rank_root(&position, false, true, &root));
    }
}

/* Fathom keeps eight bits of a counter of which a FEN may say thousands. */
static void no_counter_comes_round_to_none(void **state) {
    (void)state;
    Position position = position_of("8/8/8/8/3k4/7r/8/KQ6 w - - 0 1");
    SyzygyRoot drawn, root;
    position.rule50 = 100;
    assert_true(syzygy_rank_root(&position, false, true, &drawn));
    for (int counter = 200; counter <= 600; counter += 8) {
        position.rule50 = (uint16_t)counter;
        assert_true(syzygy_rank_root(&position, false, true, &root));
        for (int i = 0; i < root.count; i++)
            assert_int_equal(root.moves[i].rank, drawn.moves[i].rank);
    }
}

static void a_process_has_one_set(void **state) {
    (void)state;
    Reason reason = {""};
    SyzygyTables *again = syzygy_open(TEST_DATA("syzygy"), &reason);
    assert_ptr_equal(again, tables);
    assert_null(syzygy_open(TEST_DATA("polyglot"), &reason));
    assert_non_null(strstr(reason.text, "another engine"));
    syzygy_close(again);
}

static _Atomic int wrong;

static void check_in_thread(const char *fen, const char *wdl_text, const char *dtz_text) {
    (void)dtz_text;
    Position position;
    FenError error;
    SyzygyWdl wdl;
    if (!fen_parse(fen, &position, &error) || !syzygy_probe_wdl(&position, &wdl) ||
        (int)wdl != atoi(wdl_text + strlen("wdl ")))
        wrong++;
}

static void *probe_all(void *argument) {
    (void)argument;
    visit_answers(TEST_DATA("syzygy/probe_expected.txt"), check_in_thread);
    return NULL;
}

static void many_threads_probe_at_once(void **state) {
    (void)state;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, probe_all, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(wrong, 0);
}

static int open_tables(void **state) {
    (void)state;
    Reason reason = {""};
    tables = syzygy_open(TEST_DATA("syzygy"), &reason);
    if (!tables)
        puts(reason.text);
    return tables ? 0 : -1;
}

static int close_tables(void **state) {
    (void)state;
    syzygy_close(tables);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_probe_at_once),
        cmocka_unit_test(knows_what_is_known),
        cmocka_unit_test(ranks_lead_to_the_goal),
        cmocka_unit_test(declines_what_no_table_knows),
        cmocka_unit_test(no_counter_comes_round_to_none),
        cmocka_unit_test(a_process_has_one_set),
    };
    if (!test_data_is_there(TEST_DATA("syzygy/probe_expected.txt")) || !syzygy_is_available()) {
        puts("skipped: no syzygy/ in QUORUM_TEST_DATA, or built without Fathom");
        return SKIPPED;
    }
    chess_init();
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
