#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "report/report.h"
#include "report/table.h"
#include "tools/epd/board.h"
#include "tools/epd/compare_runs.h"
#include "tools/epd/solved.h"

/* Differences that would be seen between equals less often than this are called significant. */
#define SIGNIFICANT 0.05

/* Positions of one run that stand unfolded. */
#define SHOWN_DIFFERENCES 12

/* Of the longest heading among the figures. */
#define HEADING_WIDTH 20

static bool is_repeated(const RunReport *report) {
    for (size_t i = 0; i < report->count; i++) {
        if (report->results[i].attempts > 1)
            return true;
    }
    return false;
}

static void read_solved_by_a(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    table_format_text(value, "%zu of %zu", comparison->solved_by_both + comparison->solved_by_a,
                      comparison->count);
}

static void read_solved_by_b(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    table_format_text(value, "%zu of %zu", comparison->solved_by_both + comparison->solved_by_b,
                      comparison->count);
}

static const char *judge(double p) {
    return p < SIGNIFICANT ? "significant" : "not significant";
}

static void read_test(const void *row, TableValue *value) {
    double p = ((const Comparison *)row)->solved_p;
    table_format_text(value, "p = %.2g, %s", p, judge(p));
}

static void read_points(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    if (comparison->points_a > 0 || comparison->points_b > 0)
        table_format_text(value, "%g, %g", comparison->points_a, comparison->points_b);
}

static void read_time_ratio(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    if (comparison->solved_by_both > 0)
        table_format_text(value, "%.3g", comparison->time_ratio);
}

static void read_faster(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    if (comparison->solved_by_both > 0)
        table_format_text(value, "%zu, %zu (p = %.2g, %s)", comparison->faster_a,
                          comparison->faster_b, comparison->time_p, judge(comparison->time_p));
}

static void read_settings(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    if (!json_equal(json_object_get(comparison->a->json, "settings"),
                    json_object_get(comparison->b->json, "settings")))
        table_set_text(value, "different limits, threads or hash");
}

static void read_networks(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    const char *a = report_network(comparison->a->json);
    const char *b = report_network(comparison->b->json);
    if (strcmp(a, b) != 0)
        table_format_text(value, "A %.64s, B %.64s", a, b);
}

static void read_cut_short(const void *row, TableValue *value) {
    const Comparison *comparison = row;
    const bool a = report_was_cut_short(comparison->a->json);
    const bool b = report_was_cut_short(comparison->b->json);
    if (a || b)
        table_set_text(value, a && b ? "A and B" : a ? "A" : "B");
}

#define PEOPLE (TABLE_TEXT | TABLE_PAGE)

static const Column FIGURES[] = {
    {NULL, "Positions in both", .views = TABLE_TEXT, MEMBER(Comparison, count)},
    {NULL, "Only in A", .views = TABLE_TEXT, MEMBER(Comparison, only_in_a)},
    {NULL, "Only in B", .views = TABLE_TEXT, MEMBER(Comparison, only_in_b)},
    {NULL, "Solved by A", .views = PEOPLE, .read = read_solved_by_a},
    {NULL, "Solved by B", .views = PEOPLE, .read = read_solved_by_b},
    {NULL, "By A alone", .views = PEOPLE, MEMBER(Comparison, solved_by_a)},
    {NULL, "By B alone", .views = PEOPLE, MEMBER(Comparison, solved_by_b)},
    {NULL, "By both", .views = TABLE_TEXT, MEMBER(Comparison, solved_by_both)},
    {NULL, "By neither", .views = TABLE_TEXT, MEMBER(Comparison, solved_by_neither)},
    {NULL, "McNemar's exact test", .views = PEOPLE, .read = read_test},
    {NULL, "Points, A and B", .views = PEOPLE, .read = read_points},
    {NULL, "Time of B, times A's", .views = PEOPLE, .read = read_time_ratio},
    {NULL, "Faster: A, B", .views = PEOPLE, .read = read_faster},
    {NULL, "Cut short", .views = PEOPLE, .read = read_cut_short},
    {NULL, "Settings", .views = TABLE_TEXT, .read = read_settings},
    {NULL, "Networks", .views = TABLE_TEXT, .read = read_networks},
};

void comparison_tell(const Comparison *comparison, void (*tell)(void *context, const char *line),
                     void *context) {
    table_tell_facts(TABLE(FIGURES, comparison, 1), TABLE_TEXT, HEADING_WIDTH, tell, context);
}

/* What comes of it all, in a sentence. */
static void add_verdict(HtmlPage *page, const Comparison *comparison) {
    const size_t a = comparison->solved_by_a, b = comparison->solved_by_b;
    if (a == b)
        html_headline(page, "A and B solve as many.");
    else
        html_headline(page, "%s solves %zu more than %s, which is %s (p = %.2g).",
                      a > b ? "A" : "B", a > b ? a - b : b - a, a > b ? "B" : "A",
                      judge(comparison->solved_p), comparison->solved_p);
}

static void add_figures(HtmlPage *page, const Comparison *comparison) {
    html_figures_begin(page);
    table_add_facts(TABLE(FIGURES, comparison, 1), TABLE_PAGE, page);
    html_facts_end(page);
    html_paragraph(page,
                   "A is %s, B is %s. p is how probable so uneven a result would be between equals;"
                   " below 0.05 it is called significant. Times are those after which the answer "
                   "stayed right, of the positions that both have solved.",
                   comparison->a->path, comparison->b->path);
    if (is_repeated(comparison->a) || is_repeated(comparison->b))
        html_paragraph(page, "Where a position was tried more than once, it counts as solved when "
                             "more than half of the attempts were right; times are medians.");
}

/* Seconds that each search of a run had; 0 without such a limit. */
static double time_limit(const RunReport *report) {
    const json_t *settings = json_object_get(report->json, "settings");
    return json_number_value(json_object_get(settings, "movetime_ms")) / 1e3;
}

/* When a run had solved the positions of both, with points for the caller to free. */
static SolvedTimes solved_times(const Comparison *comparison, bool of_b) {
    SolvedTimes run = {.name = of_b ? "B" : "A",
                       .points = calloc(comparison->count + 1, sizeof(ChartPoint)),
                       .limit = time_limit(of_b ? comparison->b : comparison->a),
                       .total = comparison->count};
    for (size_t i = 0; run.points && i < comparison->count; i++) {
        const RunResult *result = of_b ? comparison->pairs[i].b : comparison->pairs[i].a;
        if (result->solved)
            run.points[run.count++].x = result->stable_ms / 1e3;
    }
    return run;
}

static void add_curves(HtmlPage *page, const Comparison *comparison) {
    SolvedTimes runs[] = {solved_times(comparison, false), solved_times(comparison, true)};
    solved_add_curves(page, runs, ARRAY_LENGTH(runs));
    free(runs[0].points);
    free(runs[1].points);
}

static void add_attempts(EpdTotals *totals, const RunResult *result) {
    totals->total++;
    totals->attempts += result->attempts;
    totals->solved_attempts += result->solved_attempts;
}

static void add_themes(HtmlPage *page, const Comparison *comparison) {
    EpdThemes themes = epd_themes_begin(comparison->count);
    for (size_t i = 0; i < comparison->count; i++) {
        const RunPair *pair = &comparison->pairs[i];
        EpdTheme *theme = epd_themes_find(&themes, pair->a->theme);
        if (!theme)
            break;
        add_attempts(&theme->totals[0], pair->a);
        add_attempts(&theme->totals[1], pair->b);
    }
    epd_themes_end(&themes);
    if (themes.count > 0) {
        html_section(page, "Themes");
        html_bars_begin(page);
        for (size_t i = 0; i < themes.count; i++) {
            solved_add_bar(page, themes.themes[i].name, 0, "A", &themes.themes[i].totals[0]);
            solved_add_bar(page, "", 1, "B", &themes.themes[i].totals[1]);
        }
        html_bars_end(page);
    }
    epd_themes_free(&themes);
}

static void add_outcome(HtmlPage *page, const char *run, const RunResult *result) {
    board_card_outcome(page, &(BoardOutcome){run, result->move, result->solved, result->attempts,
                                             result->solved_attempts});
}

/* What one run has solved and the other not: a whole arrow for the right move, a dashed one for the
 * wrong move. A report from elsewhere may hold what is no position or move: then without board. */
static void add_card(HtmlPage *page, const RunPair *pair) {
    const RunResult *right = pair->a->solved ? pair->a : pair->b;
    const RunResult *wrong = pair->a->solved ? pair->b : pair->a;
    Position position;
    FenError error;
    MoveList wanted = {.count = 1};
    Move played;
    board_card_begin(page);
    if (fen_parse(right->fen, &position, &error) &&
        notation_parse_san(&position, right->move, (int)strlen(right->move), &wanted.moves[0]) ==
            SAN_OK &&
        notation_parse_san(&position, wrong->move, (int)strlen(wrong->move), &played) == SAN_OK)
        board_add(page, &position, &wanted, played, right->fen);
    board_card_name(page, pair->a->id);
    add_outcome(page, "A ", pair->a);
    add_outcome(page, "B ", pair->b);
    board_card_end(page, pair->a->expected, "");
}

/* Those that A or B has solved alone. */
static void add_differences(HtmlPage *page, const Comparison *comparison, bool by_a) {
    const size_t count = by_a ? comparison->solved_by_a : comparison->solved_by_b;
    html_section(page, by_a ? "Solved by A alone" : "Solved by B alone");
    if (count == 0) {
        html_paragraph(page, "None.");
        return;
    }
    if (count > SHOWN_DIFFERENCES)
        html_fold_begin(page, "All %zu", count);
    html_markup(page, "<div class=\"cards\">\n");
    for (size_t i = 0; i < comparison->count; i++) {
        const RunPair *pair = &comparison->pairs[i];
        if (pair->a->solved != pair->b->solved && pair->a->solved == by_a)
            add_card(page, pair);
    }
    html_markup(page, "</div>\n");
    if (count > SHOWN_DIFFERENCES)
        html_fold_end(page);
}

static void add_run(HtmlPage *page, const char *heading, const RunReport *report) {
    html_facts_begin(page, heading);
    html_fact(page, "Report", "%s", report->path);
    solved_add_settings(page, report->json);
    report_end_facts(report->json, page);
}

void comparison_page(const void *subject, const json_t *json, HtmlPage *page) {
    (void)json;
    const Comparison *comparison = subject;
    html_begin(page, "Quorum: two runs compared");
    html_subtitle_begin(page);
    solved_add_limits(page, comparison->a->json);
    report_end_subtitle(comparison->a->json, page);
    add_verdict(page, comparison);
    board_define(page);
    add_figures(page, comparison);
    add_differences(page, comparison, true);
    add_differences(page, comparison, false);
    add_curves(page, comparison);
    add_themes(page, comparison);
    add_run(page, "Run A", comparison->a);
    add_run(page, "Run B", comparison->b);
}
