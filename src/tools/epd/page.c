#include <inttypes.h>
#include <stdlib.h>

#include "report/report.h"
#include "tools/epd/report.h"
#include "tools/epd/solved.h"

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
    html_fact(page, "Time", "%.1f s", report->seconds);
    html_facts_end(page);
}

static void add_curve(HtmlPage *page, const EpdReport *report) {
    SolvedTimes run = {.name = "this run",
                       .points = calloc(report->run->suite->count + 1, sizeof(ChartPoint)),
                       .limit = (double)report->run->settings->limits.movetime_ms / 1e3};
    for (size_t i = 0; run.points && i < report->run->suite->count; i++) {
        if (report->results[i].solved)
            run.points[run.count++].x = (double)report->results[i].stable_us / 1e6;
    }
    solved_add_curves(page, &run, 1);
    free(run.points);
}

static void add_theme(HtmlPage *page, const EpdTheme *theme) {
    const EpdTotals *totals = &theme->totals[0];
    char text[SOLVED_TEXT_SIZE];
    solved_describe(totals, text);
    if (totals->most_points > 0)
        html_bar(page, theme->name, epd_totals_rate(totals), 0, "%s, %g of %g points", text,
                 totals->points, totals->most_points);
    else
        html_bar(page, theme->name, epd_totals_rate(totals), 0, "%s", text);
}

static void add_themes(HtmlPage *page, const EpdReport *report) {
    if (report->themes.count == 0)
        return;
    html_section(page, "Themes");
    html_bars_begin(page);
    for (size_t i = 0; i < report->themes.count; i++)
        add_theme(page, &report->themes.themes[i]);
    html_bars_end(page);
}

static void add_results(HtmlPage *page, const EpdReport *report) {
    const unsigned points = report->totals.most_points > 0 ? EPD_PAGE_POINTS : 0;
    html_section(page, "Positions");
    table_add_to_page(epd_result_table(report), TABLE_PAGE | points, page);
}

static void add_notices(HtmlPage *page, const EpdReport *report) {
    const Table table = epd_notice_table(report);
    if (table.row_count == 0)
        return;
    html_section(page, "Left out");
    table_add_to_page(table, TABLE_PAGE, page);
}

void epd_report_page(const void *subject, const json_t *json, HtmlPage *page) {
    const EpdReport *report = subject;
    html_begin(page, "Quorum: positions solved");
    add_figures(page, report);
    add_curve(page, report);
    add_themes(page, report);
    add_results(page, report);
    add_notices(page, report);
    html_facts_begin(page, "How it was run");
    solved_add_settings(page, json);
    report_end_facts(json, page);
}
