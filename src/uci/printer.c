#include "uci/printer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/notation.h"
#include "uci/wdl.h"

/* Information older than this is not the last word on a search, though it may say the same. */
#define STALE_US 10000

/* In place of the number of a block. */
#define NOT_WRITTEN (UINT64_MAX - 1)

void printer_init(Printer *printer, Writer *writer, void (*finishing)(void *owner), void *owner) {
    *printer = (Printer){.writer = writer, .finishing = finishing, .owner = owner};
}

void printer_free(Printer *printer) {
    free(printer->lines);
    free(printer->moves);
}

void printer_begin(Printer *printer, const PrinterStyle *style) {
    printer->style = *style;
    printer->has_last = false;
}

static void add_move(Printer *printer, Move move) {
    char text[COORDINATE_SIZE];
    notation_coordinate(move, printer->style.chess960, text);
    writer_format(printer->writer, " %s", text);
}

static void add_score(Writer *writer, Score score, Bound bound) {
    if (score_is_mate(score))
        writer_format(writer, " score mate %d", score_mate_moves(score));
    else
        writer_format(writer, " score cp %d", score);
    if (bound == BOUND_LOWER)
        writer_add(writer, text_of(" lowerbound"));
    else if (bound == BOUND_UPPER)
        writer_add(writer, text_of(" upperbound"));
}

static void add_chances(Printer *printer, Score score) {
    Wdl wdl = wdl_of(score, printer->style.material);
    writer_format(printer->writer, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
}

static uint64_t nodes_per_second(uint64_t nodes, int64_t elapsed_us) {
    uint64_t us = elapsed_us > 0 ? (uint64_t)elapsed_us : 1;
    return nodes / us * 1000000 + nodes % us * 1000000 / us;
}

static void add_figures(Writer *writer, const SearchFigures *figures) {
    writer_format(writer,
                  " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d cpuload %d tbhits %" PRIu64,
                  figures->nodes, nodes_per_second(figures->nodes, figures->elapsed_us),
                  figures->hash_full, figures->cpu_load, figures->tablebase_hits);
}

static void add_line(Printer *printer, const IterationReport *report, int index) {
    Writer *writer = printer->writer;
    const ReportLine *line = &report->lines[index];
    writer_format(writer, "info depth %d seldepth %d", line->depth, line->selective_depth);
    if (printer->style.multipv)
        writer_format(writer, " multipv %d", index + 1);
    add_score(writer, line->score, line->bound);
    if (printer->style.show_wdl)
        add_chances(printer, line->score);
    add_figures(writer, &report->figures);
    writer_format(writer, " time %" PRId64, report->figures.elapsed_us / 1000);
    if (line->length > 0)
        writer_add(writer, text_of(" pv"));
    for (int i = 0; i < line->length; i++)
        add_move(printer, line->moves[i]);
    writer_add(writer, text_of("\n"));
}

static void add_lines(Printer *printer, const IterationReport *report) {
    for (int i = 0; i < report->line_count; i++)
        add_line(printer, report, i);
}

/* Keeps a copy, which the final information is made from. */
static void remember(Printer *printer, const IterationReport *report) {
    size_t moves = 0;
    for (int i = 0; i < report->line_count; i++)
        moves += (size_t)report->lines[i].length;
    printer_free(printer);
    printer->lines = calloc((size_t)report->line_count, sizeof *printer->lines);
    printer->moves = calloc(moves + 1, sizeof *printer->moves);
    printer->has_last = report->line_count > 0 && printer->lines && printer->moves;
    if (!printer->has_last)
        return;
    printer->last = *report;
    printer->last.lines = printer->lines;
    Move *next = printer->moves;
    for (int i = 0; i < report->line_count; i++) {
        const ReportLine *line = &report->lines[i];
        printer->lines[i] = *line;
        printer->lines[i].moves = next;
        for (int j = 0; j < line->length; j++)
            *next++ = line->moves[j];
    }
}

static bool same_line(const ReportLine *a, const ReportLine *b) {
    return a->depth == b->depth && a->selective_depth == b->selective_depth &&
           a->score == b->score && a->bound == b->bound && a->length == b->length &&
           (a->length == 0 || memcmp(a->moves, b->moves, (size_t)a->length * sizeof(Move)) == 0);
}

/* Whether the last iteration that was shown stands directly above, and counts and time are still
 * true. The caller has opened a block. */
static bool last_stands(const Printer *printer, uint64_t nodes) {
    return printer->has_last && printer->writer->blocks == printer->last_block + 1 &&
           printer->last.figures.nodes == nodes && clock_now_us() - printer->last_us < STALE_US;
}

/* Whether a report says what was written last. The caller has opened a block. */
static bool repeats_last(const Printer *printer, const IterationReport *report) {
    const IterationReport *last = &printer->last;
    if (!last_stands(printer, report->figures.nodes) || last->line_count != report->line_count)
        return false;
    for (int i = 0; i < report->line_count; i++)
        if (!same_line(&last->lines[i], &report->lines[i]))
            return false;
    return true;
}

static void on_iteration(void *context, const IterationReport *report) {
    Printer *printer = context;
    writer_begin(printer->writer);
    if (!repeats_last(printer, report)) {
        remember(printer, report);
        printer->last_block = printer->writer->blocks;
        printer->last_us = clock_now_us();
        /* The last one leaves in one write with the best move. */
        if (report->is_last)
            printer->last_block = NOT_WRITTEN;
        else
            add_lines(printer, report);
    }
    writer_end(printer->writer);
}

static void on_current_move(void *context, const CurrentMoveReport *report) {
    Printer *printer = context;
    writer_begin(printer->writer);
    writer_format(printer->writer, "info depth %d currmove", report->depth);
    add_move(printer, report->move);
    writer_format(printer->writer, " currmovenumber %d\n", report->number);
    writer_end(printer->writer);
}

static void on_statistics(void *context, const SearchFigures *figures) {
    Printer *printer = context;
    writer_begin(printer->writer);
    writer_add(printer->writer, text_of("info"));
    add_figures(printer->writer, figures);
    writer_add(printer->writer, text_of("\n"));
    writer_end(printer->writer);
}

/* The lines, each behind `what`, and behind its number where they are numbered. */
static void write_move_lines(Printer *printer, const MoveLinesReport *report, const char *what,
                             bool numbered) {
    writer_begin(printer->writer);
    for (int i = 0; i < report->count; i++) {
        writer_format(printer->writer, "info %s", what);
        if (numbered)
            writer_format(printer->writer, " %d", i + 1);
        for (int j = 0; j < report->lines[i].length; j++)
            add_move(printer, report->lines[i].moves[j]);
        writer_add(printer->writer, text_of("\n"));
    }
    writer_end(printer->writer);
}

static void on_current_lines(void *context, const MoveLinesReport *report) {
    write_move_lines(context, report, "currline", true);
}

static void on_refutations(void *context, const MoveLinesReport *report) {
    write_move_lines(context, report, "refutation", false);
}

static void on_message(void *context, const char *text) {
    Printer *printer = context;
    writer_line(printer->writer, "info string %s", text);
}

static void on_decision(void *context, const char *text) {
    const Printer *printer = context;
    if (atomic_load_explicit(&printer->shows_decisions, memory_order_relaxed))
        on_message(context, text);
}

void printer_show_decisions(Printer *printer, bool shown) {
    atomic_store_explicit(&printer->shows_decisions, shown, memory_order_relaxed);
}

/* Whether the last iteration that was shown leads with the move to be played. */
static bool last_fits(const Printer *printer, const BestMoveReport *report) {
    if (!printer->has_last)
        return false;
    const ReportLine *first = &printer->last.lines[0];
    return (first->length > 0 ? first->moves[0] : MOVE_NONE) == report->best;
}

/* The final information comes directly before the best move. It is left out where it would repeat
 * the line just written. */
static void add_final_information(Printer *printer, const BestMoveReport *report) {
    if (last_fits(printer, report)) {
        bool stands_there = last_stands(printer, report->figures.nodes);
        printer->last.figures = report->figures;
        if (!stands_there)
            add_lines(printer, &printer->last);
        return;
    }
    const Move moves[2] = {report->best, report->ponder};
    ReportLine line = {.score = report->score, .bound = BOUND_EXACT, .moves = moves};
    if (report->best != MOVE_NONE) {
        line.length = report->ponder != MOVE_NONE ? 2 : 1;
        line.depth = line.selective_depth = printer->has_last ? printer->last.lines[0].depth : 1;
    }
    IterationReport final = {.line_count = 1, .lines = &line, .figures = report->figures};
    add_lines(printer, &final);
}

static void on_best_move(void *context, const BestMoveReport *report) {
    Printer *printer = context;
    printer->finishing(printer->owner);
    writer_begin(printer->writer);
    add_final_information(printer, report);
    writer_add(printer->writer, text_of("bestmove"));
    add_move(printer, report->best);
    if (report->ponder != MOVE_NONE) {
        writer_add(printer->writer, text_of(" ponder"));
        add_move(printer, report->ponder);
    }
    writer_add(printer->writer, text_of("\n"));
    writer_end(printer->writer);
}

ReportSink printer_sink(Printer *printer) {
    const PrinterStyle *style = &printer->style;
    return (ReportSink){.context = printer,
                        .iteration = on_iteration,
                        .current_move = on_current_move,
                        .statistics = on_statistics,
                        .current_lines = style->show_currlines ? on_current_lines : NULL,
                        .refutations = style->show_refutations ? on_refutations : NULL,
                        .message = on_message,
                        .decision = on_decision,
                        .best_move = on_best_move};
}
