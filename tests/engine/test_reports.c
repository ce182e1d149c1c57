#include "support.h"

/* What a search reports besides its lines: where its workers are, what refutes the other moves, how
 * far it is, and what it decides. */

#define MATE_FEN "7k/8/5K2/8/8/8/8/R7 w - - 0 1"

#define DECISIONS 16

/* Takes down the other reports; the lines go to the recorder. */
typedef struct Listener {
    Recorder *recorder;
    int threads;
    int statistics, current_lines, refutations;
    int64_t first_us; /* when the first of all these came */
    int64_t current_lines_us;
    uint64_t nodes;
    bool replied; /* some move was refuted by a line */
    int decision_count;
    char decisions[DECISIONS][100];
} Listener;

static void begin_report(Listener *listener) {
    enter_call(listener->recorder);
    if (listener->first_us == 0)
        listener->first_us = clock_now_us();
}

static void on_statistics(void *context, const SearchFigures *figures) {
    Listener *listener = context;
    begin_report(listener);
    listener->statistics++;
    if (figures->nodes < listener->nodes)
        note_fault(listener->recorder, "nodes go backwards");
    if (figures->cpu_load < 0 || figures->cpu_load > 1000 || figures->hash_full < 0 ||
        figures->hash_full > 1000)
        note_fault(listener->recorder, "more than all");
    listener->nodes = figures->nodes;
    leave_call(listener->recorder);
}

/* Each of them can be played from the root. */
static void check_move_lines(Listener *listener, const MoveLinesReport *report) {
    for (int i = 0; i < report->count; i++) {
        const ReportLine line = {.length = report->lines[i].length,
                                 .moves = report->lines[i].moves};
        if (line.length < 1)
            note_fault(listener->recorder, "a line without a move");
        if (!line_is_legal(&listener->recorder->root, &line))
            note_fault(listener->recorder, "an illegal move in a current line or a refutation");
    }
}

static void on_current_lines(void *context, const MoveLinesReport *report) {
    Listener *listener = context;
    begin_report(listener);
    listener->current_lines++;
    const int64_t now_us = clock_now_us();
    if (now_us - listener->current_lines_us < 500000)
        note_fault(listener->recorder, "current lines too often");
    listener->current_lines_us = now_us;
    if (report->count != listener->threads)
        note_fault(listener->recorder, "not as many lines as threads");
    check_move_lines(listener, report);
    leave_call(listener->recorder);
}

static void on_refutations(void *context, const MoveLinesReport *report) {
    Listener *listener = context;
    begin_report(listener);
    listener->refutations++;
    check_move_lines(listener, report);
    if (report->count != movegen_count(&listener->recorder->root) - 1)
        note_fault(listener->recorder, "not all moves but one are refuted");
    for (int i = 0; i < report->count; i++) {
        listener->replied |= report->lines[i].length > 1;
        for (int j = 0; j < i; j++)
            if (report->lines[i].moves[0] == report->lines[j].moves[0])
                note_fault(listener->recorder, "a move is refuted twice");
    }
    leave_call(listener->recorder);
}

static void on_decision(void *context, const char *text) {
    Listener *listener = context;
    enter_call(listener->recorder);
    if (listener->decision_count < DECISIONS)
        snprintf(listener->decisions[listener->decision_count++], sizeof listener->decisions[0],
                 "%s", text);
    leave_call(listener->recorder);
}

static void pass_iteration(void *context, const IterationReport *report) {
    on_iteration(((Listener *)context)->recorder, report);
}

static void pass_best_move(void *context, const BestMoveReport *report) {
    on_best_move(((Listener *)context)->recorder, report);
}

/* Begins a search; what there is to hear is in the sink. */
static int64_t listen(Listener *listener, Recorder *recorder, const char *fen, ReportSink sink,
                      SearchLimits limits) {
    set_position(recorder, fen);
    sink_of(recorder);
    *listener = (Listener){.recorder = recorder, .threads = engine_threads(recorder->engine)};
    sink.context = listener;
    sink.iteration = pass_iteration;
    sink.best_move = pass_best_move;
    const SearchLimits dated = now(limits);
    engine_go(recorder->engine, &dated, &sink);
    return dated.start_us;
}

static const ReportSink ALL = {.statistics = on_statistics,
                               .current_lines = on_current_lines,
                               .refutations = on_refutations,
                               .decision = on_decision};

static void long_searches_say_where_they_are(void **state) {
    (void)state;
    static const char *const FENS[] = {TACTICAL_FEN, MIDDLEGAME_FEN};
    for (int i = 0; i < 2; i++) {
        Recorder *recorder = new_engine(i == 0 ? 4 : 1, 4);
        Listener listener;
        const int64_t start_us = listen(&listener, recorder, FENS[i], ALL,
                                        (SearchLimits){.has_movetime = true, .movetime_ms = 2700});
        finish(recorder);
        assert_true(listener.first_us - start_us >= 1000000);
        assert_in_range(listener.statistics, 1, 2);
        assert_in_range(listener.current_lines, 1, 2);
        assert_in_range(listener.refutations, 1, 3);
        assert_true(listener.replied);
        end_engine(recorder);
    }
}

static void short_searches_do_not(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 4);
    Listener listener;
    listen(&listener, recorder, MIDDLEGAME_FEN, ALL,
           (SearchLimits){.has_movetime = true, .movetime_ms = 300});
    finish(recorder);
    if (recorder->best.figures.elapsed_us < 1000000) /* a busy machine may be late */
        assert_int_equal(listener.first_us, 0);
    end_engine(recorder);
}

/* The workers sleep then. */
static void a_search_that_waits_for_stop_is_quiet(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 4);
    Listener listener;
    listen(&listener, recorder, MIDDLEGAME_FEN, ALL, (SearchLimits){.infinite = true, .depth = 1});
    pause_us(1300000);
    assert_int_equal(best_moves_so_far(recorder), 0);
    assert_int_equal(listener.first_us, 0);
    engine_stop(recorder->engine);
    finish(recorder);
    end_engine(recorder);
}

static void what_nobody_wants_is_not_reported(void **state) {
    (void)state;
    Recorder *recorder = new_engine(2, 4);
    Listener listener;
    listen(&listener, recorder, MIDDLEGAME_FEN, (ReportSink){.statistics = on_statistics},
           (SearchLimits){.has_movetime = true, .movetime_ms = 1300});
    finish(recorder);
    assert_int_equal(listener.statistics, 1);
    assert_int_equal(listener.current_lines + listener.refutations + listener.decision_count, 0);
    end_engine(recorder);
}

static bool has_decision(const Listener *listener, const char *beginning) {
    for (int i = 0; i < listener->decision_count; i++)
        if (strncmp(listener->decisions[i], beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

/* Each search says what time it has, and then why it ended. */
static void decisions_are_told(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        SearchLimits limits;
        const char *time, *end;
    } CASES[] = {
        {MIDDLEGAME_FEN, {.depth = 3}, "time: no limit", "end: depth limit"},
        {MIDDLEGAME_FEN, {.nodes = 2000}, "time: no limit", "end: node limit"},
        {MIDDLEGAME_FEN, {.soft_nodes = 2000}, "time: no limit", "end: node limit"},
        {MIDDLEGAME_FEN,
         {.has_movetime = true, .movetime_ms = 40},
         "time: optimum 40 ms, maximum 40 ms",
         "end: time"},
        {MIDDLEGAME_FEN, {.has_clock = {true}, .clock_ms = {300}}, "time: optimum ", "end: time"},
        {MATED_FEN, {.depth = 3}, "time: no limit", "end: no legal move"},
        {BARE_FEN,
         {.has_clock = {true}, .clock_ms = {60000}},
         "time: optimum ",
         "end: no depth left"},
    };
    Recorder *recorder = new_engine(1, 4);
    for (int i = 0; i < (int)ARRAY_LENGTH(CASES); i++) {
        Listener listener;
        listen(&listener, recorder, CASES[i].fen, ALL, CASES[i].limits);
        finish(recorder);
        if (!has_decision(&listener, CASES[i].time) || !has_decision(&listener, CASES[i].end))
            fail_msg("case %d: %s, %s", i, listener.decisions[0], listener.decisions[1]);
        assert_false(has_decision(&listener, "vote"));
    }
    end_engine(recorder);
}

static void stop_and_vote_are_told(void **state) {
    (void)state;
    Recorder *recorder = new_engine(3, 4);
    Listener listener;
    listen(&listener, recorder, MIDDLEGAME_FEN, ALL, (SearchLimits){.infinite = true});
    pause_us(20000);
    engine_stop(recorder->engine);
    finish(recorder);
    assert_true(has_decision(&listener, "time: no limit"));
    assert_true(has_decision(&listener, "end: stop"));
    char move[COORDINATE_SIZE], vote[40];
    notation_coordinate(recorder->best.best, false, move);
    snprintf(vote, sizeof vote, "vote: %s, ", move);
    assert_true(has_decision(&listener, vote));
    end_engine(recorder);
}

/* A search that has seen all there is, or has nothing to think about, still keeps its move time. */
static void move_time_is_kept_to_the_end(void **state) {
    (void)state;
    static const char *const FENS[] = {BARE_FEN, MATE_FEN, ONE_MOVE_FEN};
    Recorder *recorder = new_engine(1, 4);
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        set_position(recorder, FENS[i]);
        search(recorder, (SearchLimits){.has_movetime = true, .movetime_ms = 400});
        assert_true(recorder->best.figures.elapsed_us >= 400000);
        assert_true(recorder->best.figures.elapsed_us < 400000 + 2000000);
    }
    /* Not where there is no move to wait with, nor where another limit has been reached. */
    const SearchLimits minute = {.has_movetime = true, .movetime_ms = 60000};
    set_position(recorder, MATED_FEN);
    search(recorder, minute);
    SearchLimits two_plies = minute;
    two_plies.depth = 2;
    set_position(recorder, BARE_FEN);
    search(recorder, two_plies);
    end_engine(recorder);
}

static void without_a_limit_only_stop_ends_a_search(void **state) {
    (void)state;
    static const char *const FENS[] = {BARE_FEN, MATE_FEN};
    Recorder *recorder = new_engine(2, 4);
    for (int i = 0; i < (int)ARRAY_LENGTH(FENS); i++) {
        set_position(recorder, FENS[i]);
        go(recorder, (SearchLimits){0});
        pause_us(400000);
        assert_int_equal(best_moves_so_far(recorder), 0);
        engine_stop(recorder->engine);
        finish(recorder);
    }
    set_position(recorder, MATED_FEN);
    search(recorder, (SearchLimits){0});
    /* Nodes that do not come any more are not waited for. */
    set_position(recorder, BARE_FEN);
    search(recorder, (SearchLimits){.nodes = INT64_MAX});
    search(recorder, (SearchLimits){.soft_nodes = INT64_MAX});
    end_engine(recorder);
}

/* What was pondered is part of a move time, and ends a search at once that has had its time. */
static void pondered_time_counts(void **state) {
    (void)state;
    Recorder *recorder = new_engine(1, 4);
    for (int i = 0; i < 4; i++) {
        SearchLimits limits = {.ponder = true};
        if (i % 2) {
            limits.has_movetime = true;
            limits.movetime_ms = i == 1 ? 300 : 100;
        } else {
            limits.has_clock[WHITE] = true;
            limits.clock_ms[WHITE] = 400;
            limits.moves_to_go = 20;
        }
        set_position(recorder, MIDDLEGAME_FEN);
        go(recorder, limits);
        pause_us(150000);
        assert_int_equal(best_moves_so_far(recorder), 0);
        engine_ponderhit(recorder->engine);
        finish(recorder);
        assert_true(recorder->best.figures.elapsed_us >= (i == 1 ? 300000 : 150000));
        assert_true(recorder->best.figures.elapsed_us < 300000 + 2000000);
    }
    end_engine(recorder);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_searches_say_where_they_are),
        cmocka_unit_test(short_searches_do_not),
        cmocka_unit_test(a_search_that_waits_for_stop_is_quiet),
        cmocka_unit_test(what_nobody_wants_is_not_reported),
        cmocka_unit_test(decisions_are_told),
        cmocka_unit_test(stop_and_vote_are_told),
        cmocka_unit_test(move_time_is_kept_to_the_end),
        cmocka_unit_test(without_a_limit_only_stop_ends_a_search),
        cmocka_unit_test(pondered_time_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
