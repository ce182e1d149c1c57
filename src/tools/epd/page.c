#include <inttypes.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "report/report.h"
#include "tools/epd/board.h"
#include "tools/epd/report.h"
#include "tools/epd/solved.h"

/* What was left out of so many lines stands unfolded. */
#define SHOWN_NOTICES 2

/* Positions that are not solved and stand unfolded. */
#define SHOWN_FAILURES 12

static void add_figures(HtmlPage *page, const EpdReport *report) {
    const EpdTotals *totals = &report->totals;
    Interval interval = statistics_wilson(totals->solved_attempts, totals->attempts);
    bool repeated = totals->attempts > totals->total;
    html_figures_begin(page);
    html_fact(page, repeated ? "Solved in most attempts" : "Solved", "%zu of %zu", totals->solved,
              totals->total);
    if (repeated)
        html_fact(page, "Solved attempts", "%" PRIu64 " of %" PRIu64, totals->solved_attempts,
                  totals->attempts);
    html_fact(page, repeated ? "Rate of attempts" : "Rate", "%.1f %%",
              100 * epd_totals_rate(totals));
    html_fact(page, "95 % confidence", "%.1f to %.1f %%", 100 * interval.low, 100 * interval.high);
    if (totals->most_points > 0)
        html_fact(page, "Points", "%g of %g", totals->points, totals->most_points);
    if (report->run->suite->skipped > 0)
        html_fact(page, "Lines skipped", "%zu", report->run->suite->skipped);
    if (totals->faults > 0)
        html_fact(page, "Failed by a fault", "%" PRIu64, totals->faults);
    html_fact(page, "Time", "%.1f s", report->seconds);
    html_facts_end(page);
}

static void add_curve(HtmlPage *page, const EpdReport *report) {
    SolvedTimes run = {.name = "this run",
                       .points = calloc(report->count + 1, sizeof(ChartPoint)),
                       .limit = (double)report->run->settings->limits.movetime_ms / 1e3,
                       .total = report->count};
    for (size_t i = 0; run.points && i < report->count; i++) {
        if (report->results[i].solved)
            run.points[run.count++].x = (double)report->results[i].stable_us / 1e6;
    }
    solved_add_curves(page, &run, 1);
    free(run.points);
}

static void add_themes(HtmlPage *page, const EpdReport *report) {
    if (report->themes.count == 0)
        return;
    html_section(page, "Themes");
    html_bars_begin(page);
    for (size_t i = 0; i < report->themes.count; i++)
        solved_add_bar(page, report->themes.themes[i].name, 0, "",
                       &report->themes.themes[i].totals[0]);
    html_bars_end(page);
}

/* A position with its board and what became of it. */
static void add_card(HtmlPage *page, const EpdResult *result) {
    const EpdEntry *entry = result->entry;
    char fen[FEN_SIZE], move[SAN_SIZE], label[FEN_SIZE + 160];
    fen_format(&entry->position, fen);
    epd_name_move(entry, result->move, move);
    const MoveList wanted = epd_entry_wanted(entry);
    snprintf(label, sizeof label, "%s: wanted %.60s, played %s", fen, entry->expected, move);
    board_card_begin(page);
    board_add(page, &entry->position, &wanted, result->solved ? MOVE_NONE : result->move, label);
    board_card_name(page, entry->id);
    board_card_outcome(page, &(BoardOutcome){.run = "", .move = move, .solved = result->solved});
    board_card_end(page, entry->expected,
                   position_side(&entry->position) == WHITE ? "; White to move"
                                                            : "; Black to move");
}

/* The positions that are solved or not, from the number `first` of these on. */
static void add_cards(HtmlPage *page, const EpdReport *report, bool solved, size_t first,
                      size_t most) {
    size_t number = 0;
    html_markup(page, "<div class=\"cards\">\n");
    for (size_t i = 0; i < report->count; i++) {
        if (report->results[i].solved != solved)
            continue;
        if (number >= first && number - first < most)
            add_card(page, &report->results[i]);
        number++;
    }
    html_markup(page, "</div>\n");
}

static void add_failures(HtmlPage *page, const EpdReport *report) {
    const size_t failures = report->totals.total - report->totals.solved;
    html_section(page, "Not solved");
    if (failures == 0) {
        html_paragraph(page, "None.");
        return;
    }
    html_paragraph(page, "Whole arrows are the moves that are wanted, the dashed one was played.");
    add_cards(page, report, false, 0, SHOWN_FAILURES);
    if (failures <= SHOWN_FAILURES)
        return;
    html_fold_begin(page, "%zu more", failures - SHOWN_FAILURES);
    add_cards(page, report, false, SHOWN_FAILURES, SIZE_MAX);
    html_fold_end(page);
}

static void add_results(HtmlPage *page, const EpdReport *report) {
    const unsigned points = report->totals.most_points > 0 ? EPD_PAGE_POINTS : 0;
    html_section(page, "All positions");
    if (report->totals.solved > 0) {
        html_fold_begin(page, "The %zu solved ones", report->totals.solved);
        add_cards(page, report, true, 0, SIZE_MAX);
        html_fold_end(page);
    }
    html_fold_begin(page, "A table of all");
    table_add_to_page(epd_result_table(report), TABLE_PAGE | points, page);
    html_fold_end(page);
}

static void add_notices(HtmlPage *page, const EpdReport *report) {
    const Table table = epd_notice_table(report);
    if (table.row_count == 0)
        return;
    html_section(page, "Left out");
    const bool many = table.row_count > SHOWN_NOTICES;
    if (many)
        html_fold_begin(page, "%zu notices", table.row_count);
    table_add_to_page(table, TABLE_PAGE, page);
    if (many)
        html_fold_end(page);
}

void epd_report_page(const void *subject, const json_t *json, HtmlPage *page) {
    const EpdReport *report = subject;
    html_begin(page, "Quorum: positions solved");
    html_subtitle_begin(page);
    solved_add_limits(page, json);
    report_end_subtitle(json, page);
    board_define(page);
    add_figures(page, report);
    add_failures(page, report);
    add_curve(page, report);
    add_themes(page, report);
    add_results(page, report);
    add_notices(page, report);
    html_facts_begin(page, "How it was run");
    solved_add_settings(page, json);
    report_end_facts(json, page);
}
