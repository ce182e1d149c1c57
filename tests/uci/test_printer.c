#include <unistd.h>

#include "../chess/support.h"
#include "uci/printer.h"

/* What is written of reports that a search makes in hours, or one directly after the other. */

static char text[4096];

static void finish_nothing(void *owner) {
    (void)owner;
}

/* The printer's lines of an iteration, if any, and of the last one, which the move follows. */
static const char *print(const IterationReport *shown, const IterationReport *last) {
    int ends[2];
    Writer writer;
    Printer printer;
    assert_int_equal(pipe(ends), 0);
    assert_true(writer_init(&writer, ends[1], -1, NULL));
    printer_init(&printer, &writer, finish_nothing, NULL);
    printer_begin(&printer, &(PrinterStyle){.multipv = true});
    const ReportSink sink = printer_sink(&printer);
    if (shown)
        sink.iteration(sink.context, shown);
    sink.iteration(sink.context, last);
    const BestMoveReport best = {
        .best = last->lines[0].moves[0], .score = last->lines[0].score, .figures = last->figures};
    sink.best_move(sink.context, &best);
    printer_free(&printer);
    writer_free(&writer);
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0; length += (size_t)got)
        got = read(ends[0], text + length, sizeof text - 1 - length);
    text[length] = '\0';
    close(ends[0]);
    return text;
}

static int lines_in(const char *lines) {
    int count = 0;
    for (; *lines != '\0'; lines++)
        count += *lines == '\n';
    return count;
}

static void a_speed_of_many_nodes_does_not_overflow(void **state) {
    (void)state;
    const Move move = move_make(E2, E4);
    const ReportLine line = {.depth = 90, .bound = BOUND_EXACT, .length = 1, .moves = &move};
    const IterationReport last = {
        .line_count = 1,
        .lines = &line,
        .figures = {.nodes = 36000000000000, .elapsed_us = 36000000000},
        .is_last = true,
    };
    const char *written = print(NULL, &last);
    assert_non_null(strstr(written, " nodes 36000000000000 nps 1000000000 "));
    assert_non_null(strstr(written, " time 36000000 "));
}

/* What stands directly above is not said again, but whatever differs is. */
static void the_last_word_is_said_once(void **state) {
    (void)state;
    const Move moves[] = {move_make(E2, E4), move_make(D2, D4)};
    ReportLine lines[2];
    for (int i = 0; i < 2; i++)
        lines[i] = (ReportLine){.depth = 9, .bound = BOUND_EXACT, .length = 1, .moves = &moves[i]};
    const IterationReport shown = {
        .line_count = 1, .lines = lines, .figures = {.nodes = 1000, .elapsed_us = 5}};
    IterationReport last = shown;
    last.is_last = true;
    bool said_once = false; /* on a machine that is busy it may be too long ago */
    for (int i = 0; i < 100 && !said_once; i++)
        said_once = lines_in(print(&shown, &last)) == 2;
    assert_true(said_once);
    IterationReport both = shown;
    both.line_count = 2;
    assert_int_equal(lines_in(print(&both, &last)), 4);
    ReportLine bound = lines[0];
    bound.bound = BOUND_LOWER;
    last = (IterationReport){
        .line_count = 1, .lines = &bound, .figures = shown.figures, .is_last = true};
    assert_int_equal(lines_in(print(&shown, &last)), 3);
    assert_non_null(strstr(text, " lowerbound "));
    last.lines = lines;
    last.figures.nodes++;
    assert_int_equal(lines_in(print(&shown, &last)), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_speed_of_many_nodes_does_not_overflow),
        cmocka_unit_test(the_last_word_is_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
