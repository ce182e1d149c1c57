#include <inttypes.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "tools/chart.h"
#include "tools/epd_report.h"
#include "tools/network.h"
#include "tools/report.h"

/* Shorter times are drawn as this: less than a clock can tell on a busy machine. */
#define LEAST_SECONDS 1e-4

static void add_figures(HtmlPage *page, const EpdReport *report) {
    const EpdTotals *totals = &report->totals;
    Interval interval = epd_totals_interval(totals);
    html_figures_begin(page);
    html_figure(page, "Solved", "%zu of %zu", totals->solved, totals->total);
    html_figure(page, "Rate", "%.1f %%", 100 * epd_totals_rate(totals));
    html_figure(page, "95 % confidence", "%.1f to %.1f %%", 100 * interval.low,
                100 * interval.high);
    if (totals->most_points > 0)
        html_figure(page, "Points", "%g of %g", totals->points, totals->most_points);
    if (totals->attempts > totals->total)
        html_figure(page, "Attempts", "%" PRIu64, totals->attempts);
    if (report->suite->skipped > 0)
        html_figure(page, "Lines skipped", "%zu", report->suite->skipped);
    html_figure(page, "Time", "%.1f s", report->seconds);
    html_figures_end(page);
}

static int compare_points(const void *a, const void *b) {
    double first = ((const ChartPoint *)a)->x;
    double second = ((const ChartPoint *)b)->x;
    return (first > second) - (first < second);
}

static void add_chart(HtmlPage *page, const EpdReport *report) {
    ChartPoint *points = calloc(report->suite->count + 1, sizeof(ChartPoint));
    size_t count = 0;
    for (size_t i = 0; points != NULL && i < report->suite->count; i++) {
        const EpdResult *result = &report->results[i];
        double seconds = (double)result->stable_us / 1e6;
        if (result->solved)
            points[count++].x = seconds > LEAST_SECONDS ? seconds : LEAST_SECONDS;
    }
    if (count > 0)
        qsort(points, count, sizeof(points[0]), compare_points);
    for (size_t i = 0; i < count; i++)
        points[i].y = (double)(i + 1);
    const Chart chart = {
        .title = "Positions solved against time",
        .x_name = "seconds after which the answer stayed right",
        .y_name = "positions solved",
        .x_logarithmic = true,
        .y_whole = true,
        .steps = true,
        .series = {{"this run", points, count}},
        .series_count = 1,
    };
    html_section(page, "Solved against time");
    chart_add(page, &chart);
    free(points);
}

static void add_themes(HtmlPage *page, const EpdReport *report) {
    if (report->theme_count == 0)
        return;
    html_section(page, "Themes");
    html_bars_begin(page);
    for (size_t i = 0; i < report->theme_count; i++) {
        const EpdTotals *totals = &report->themes[i].totals;
        double rate = epd_totals_rate(totals);
        if (totals->most_points > 0)
            html_bar(page, report->themes[i].name, rate, 0, "%zu of %zu, %g points", totals->solved,
                     totals->total, totals->points);
        else
            html_bar(page, report->themes[i].name, rate, 0, "%zu of %zu (%.0f %%)", totals->solved,
                     totals->total, 100 * rate);
    }
    html_bars_end(page);
}

static void add_time(HtmlPage *page, int64_t microseconds) {
    if (microseconds < 0)
        html_cell(page, HTML_NUMBER, "–");
    else
        html_cell(page, HTML_NUMBER, "%.1f", (double)microseconds / 1e3);
}

static void add_result(HtmlPage *page, const EpdEntry *entry, const EpdResult *result,
                       bool points) {
    char fen[FEN_SIZE];
    char san[SAN_SIZE];
    fen_format(&entry->position, fen);
    notation_san(&entry->position, result->move, san);
    html_cell(page, HTML_TEXT, "%s", entry->id);
    if (result->attempts > 1)
        html_cell(page, result->solved ? HTML_GOOD : HTML_BAD, "%d of %d", result->solved_attempts,
                  result->attempts);
    else
        html_cell(page, result->solved ? HTML_GOOD : HTML_BAD, "%s",
                  result->solved ? "solved" : "not solved");
    html_cell(page, HTML_TEXT, "%s", san);
    html_cell(page, HTML_TEXT, "%s", entry->expected);
    if (points)
        html_cell(page, HTML_NUMBER, "%g", result->points);
    add_time(page, result->first_us);
    add_time(page, result->stable_us);
    html_cell(page, HTML_NUMBER, "%d", result->depth);
    html_cell(page, HTML_NUMBER, "%" PRIu64, result->nodes);
    html_cell(page, HTML_CODE, "%s", fen);
}

static void add_results(HtmlPage *page, const EpdReport *report) {
    static const char *const PLAIN[] = {"Position",   "Result", "Move",  "Expected", "First, ms",
                                        "Stable, ms", "Depth",  "Nodes", "FEN"};
    static const char *const WITH_POINTS[] = {"Position", "Result",    "Move",       "Expected",
                                              "Points",   "First, ms", "Stable, ms", "Depth",
                                              "Nodes",    "FEN"};
    bool points = report->totals.most_points > 0;
    html_section(page, "Positions");
    html_table_begin(page, points ? WITH_POINTS : PLAIN,
                     points ? ARRAY_LENGTH(WITH_POINTS) : ARRAY_LENGTH(PLAIN));
    for (size_t i = 0; i < report->suite->count; i++)
        add_result(page, report->suite->entries[i], &report->results[i], points);
    html_table_end(page);
}

static void add_notices(HtmlPage *page, const EpdSuite *suite) {
    static const char *const HEADINGS[] = {"File", "Line", "Left out", "Reason"};
    if (suite->notice_count == 0)
        return;
    html_section(page, "Left out");
    html_table_begin(page, HEADINGS, ARRAY_LENGTH(HEADINGS));
    for (size_t i = 0; i < suite->notice_count; i++) {
        const EpdNotice *notice = &suite->notices[i];
        html_cell(page, HTML_TEXT, "%s", notice->file);
        html_cell(page, HTML_NUMBER, "%ld", notice->line);
        html_cell(page, HTML_TEXT, "%s", notice->skipped ? "the position" : "points of a move");
        html_cell(page, HTML_TEXT, "%s", notice->reason);
    }
    html_table_end(page);
}

static void add_settings(HtmlPage *page, const EpdReport *report, const json_t *json) {
    const EpdSettings *settings = report->settings;
    const EpdLimits *limits = &settings->limits;
    html_section(page, "How it was run");
    html_facts_begin(page);
    for (size_t i = 0; i < report->suite->file_count; i++)
        html_fact(page, "File", "%s", report->suite->files[i]);
    if (limits->movetime_ms > 0)
        html_fact(page, "Time a position", "%" PRId64 " ms", limits->movetime_ms);
    if (limits->nodes > 0)
        html_fact(page, "Nodes a position", "%" PRIu64, limits->nodes);
    if (limits->depth > 0)
        html_fact(page, "Depth", "%d", limits->depth);
    if (limits->mate > 0)
        html_fact(page, "Ends at a mate in", "%d", limits->mate);
    if (limits->stable > 0)
        html_fact(page, "Ends when right for", "%d plies", limits->stable);
    html_fact(page, "Threads, table", "%d, %zu MiB", settings->threads, settings->hash_mib);
    html_fact(page, "Engines at once", "%d%s", settings->engines,
              report->places == EPD_BOUND ? ", their threads bound to cores of their own" : "");
    network_add_fact(page, engine_network_id(settings->network_of));
    html_fact(page, "Attempts at each position", "%d", settings->repeat);
    report_add_facts(json, page);
    html_facts_end(page);
}

bool epd_report_save_html(const EpdReport *report, const json_t *json, const char *path,
                          char *error, size_t error_size) {
    HtmlPage page;
    html_begin(&page, "Quorum: positions solved");
    add_figures(&page, report);
    add_chart(&page, report);
    add_themes(&page, report);
    add_results(&page, report);
    add_notices(&page, report->suite);
    add_settings(&page, report, json);
    return html_save(&page, path, error, error_size);
}
