#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/chart.h"
#include "tools/compare_runs.h"
#include "tools/network.h"
#include "tools/report.h"

/* Shorter times are drawn as this: less than a clock can tell on a busy machine. */
#define LEAST_SECONDS 1e-4

/* Fewer positions than this, on average, make no theme. */
#define LEAST_IN_THEME 4

/* Positions of one theme that each run has solved. */
typedef struct ThemeCount {
    const char *name;
    size_t total;
    size_t a;
    size_t b;
} ThemeCount;

static void add_figures(HtmlPage *page, const Comparison *comparison) {
    html_figures_begin(page);
    html_figure(page, "Solved by A", "%zu of %zu",
                comparison->solved_by_both + comparison->solved_by_a, comparison->count);
    html_figure(page, "Solved by B", "%zu of %zu",
                comparison->solved_by_both + comparison->solved_by_b, comparison->count);
    html_figure(page, "By A alone", "%zu", comparison->solved_by_a);
    html_figure(page, "By B alone", "%zu", comparison->solved_by_b);
    html_figure(page, "McNemar's exact test", "p = %.2g", comparison->solved_p);
    if (comparison->points_a > 0 || comparison->points_b > 0)
        html_figure(page, "Points, A and B", "%g, %g", comparison->points_a, comparison->points_b);
    if (comparison->solved_by_both > 0) {
        html_figure(page, "Time of B, times A's", "%.3g", comparison->time_ratio);
        html_figure(page, "Faster: A, B", "%zu, %zu (p = %.2g)", comparison->faster_a,
                    comparison->faster_b, comparison->time_p);
    }
    html_figures_end(page);
    html_paragraph(page,
                   "A is %s, B is %s. p is how probable so uneven a result would be between equals;"
                   " below 0.05 it is called significant. Times are those after which the answer "
                   "stayed right, of the positions that both have solved.",
                   comparison->a->path, comparison->b->path);
}

static int compare_points(const void *a, const void *b) {
    double first = ((const ChartPoint *)a)->x;
    double second = ((const ChartPoint *)b)->x;
    return (first > second) - (first < second);
}

/* How many positions a run has solved after which time, for the caller to free. */
static ChartPoint *solved_points(const Comparison *comparison, bool of_b, size_t *count) {
    ChartPoint *points = calloc(comparison->count + 1, sizeof(ChartPoint));
    *count = 0;
    for (size_t i = 0; points != NULL && i < comparison->count; i++) {
        const RunResult *result = of_b ? comparison->pairs[i].b : comparison->pairs[i].a;
        if (result->solved)
            points[(*count)++].x = fmax(result->stable_ms / 1000, LEAST_SECONDS);
    }
    if (*count > 0)
        qsort(points, *count, sizeof(points[0]), compare_points);
    for (size_t i = 0; i < *count; i++)
        points[i].y = (double)(i + 1);
    return points;
}

static void add_chart(HtmlPage *page, const Comparison *comparison) {
    size_t count_a, count_b;
    ChartPoint *a = solved_points(comparison, false, &count_a);
    ChartPoint *b = solved_points(comparison, true, &count_b);
    const Chart chart = {
        .title = "Positions solved against time, two runs",
        .x_name = "seconds after which the answer stayed right",
        .y_name = "positions solved",
        .x_logarithmic = true,
        .y_whole = true,
        .steps = true,
        .series = {{"A", a, count_a}, {"B", b, count_b}},
        .series_count = 2,
    };
    html_section(page, "Solved against time");
    chart_add(page, &chart);
    free(a);
    free(b);
}

static ThemeCount *find_theme(ThemeCount *themes, size_t *count, const char *name) {
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(themes[i].name, name) == 0)
            return &themes[i];
    }
    themes[*count] = (ThemeCount){.name = name};
    return &themes[(*count)++];
}

static void add_themes(HtmlPage *page, const Comparison *comparison) {
    size_t most = comparison->count / LEAST_IN_THEME;
    size_t count = 0;
    ThemeCount *themes = calloc(most + 1, sizeof(ThemeCount));
    for (size_t i = 0; themes != NULL && i < comparison->count && count <= most; i++) {
        const RunPair *pair = &comparison->pairs[i];
        ThemeCount *theme = find_theme(themes, &count, pair->a->theme);
        theme->total++;
        theme->a += pair->a->solved;
        theme->b += pair->b->solved;
    }
    if (count >= 2 && count <= most) {
        html_section(page, "Themes");
        html_bars_begin(page);
        for (size_t i = 0; i < count; i++) {
            const ThemeCount *theme = &themes[i];
            double total = (double)theme->total;
            html_bar(page, theme->name, (double)theme->a / total, 0, "A: %zu of %zu", theme->a,
                     theme->total);
            html_bar(page, "", (double)theme->b / total, 1, "B: %zu of %zu", theme->b,
                     theme->total);
        }
        html_bars_end(page);
    }
    free(themes);
}

static void add_outcome(HtmlPage *page, const RunResult *result) {
    html_cell(page, result->solved ? HTML_GOOD : HTML_BAD, "%s", result->move);
}

static void add_differences(HtmlPage *page, const Comparison *comparison) {
    static const char *const HEADINGS[] = {"Position", "Expected", "A", "B", "FEN"};
    html_section(page, "Solved by one alone");
    if (comparison->solved_by_a + comparison->solved_by_b == 0) {
        html_paragraph(page, "None.");
        return;
    }
    html_table_begin(page, HEADINGS, ARRAY_LENGTH(HEADINGS));
    for (size_t i = 0; i < comparison->count; i++) {
        const RunPair *pair = &comparison->pairs[i];
        if (pair->a->solved == pair->b->solved)
            continue;
        html_cell(page, HTML_TEXT, "%s", pair->a->id);
        html_cell(page, HTML_TEXT, "%s", pair->a->expected);
        add_outcome(page, pair->a);
        add_outcome(page, pair->b);
        html_cell(page, HTML_CODE, "%s", pair->a->fen);
    }
    html_table_end(page);
}

static void add_run(HtmlPage *page, const char *heading, const RunReport *report) {
    char *settings = json_dumps(json_object_get(report->json, "settings"), JSON_COMPACT);
    html_section(page, heading);
    html_facts_begin(page);
    html_fact(page, "File", "%s", report->path);
    html_fact(page, "Settings", "%s", settings != NULL ? settings : "");
    html_fact(page, "Network", "%s", network_of_report(report->json));
    report_add_facts(report->json, page);
    html_facts_end(page);
    free(settings);
}

bool comparison_save_html(const Comparison *comparison, const char *path, char *error,
                          size_t error_size) {
    HtmlPage page;
    html_begin(&page, "Quorum: two runs compared");
    add_figures(&page, comparison);
    add_chart(&page, comparison);
    add_themes(&page, comparison);
    add_differences(&page, comparison);
    add_run(&page, "Run A", comparison->a);
    add_run(&page, "Run B", comparison->b);
    return html_save(&page, path, error, error_size);
}
