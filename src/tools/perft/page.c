#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/memory.h"
#include "chess/fen.h"
#include "guest/guest_json.h"
#include "report/chart.h"
#include "report/report.h"
#include "report/statistics.h"
#include "tools/perft/report.h"

/* Suites of more positions get a curve instead of a bar each. */
#define MOST_BARS 60

#define LABEL_SIZE 40

typedef struct Effort {
    uint64_t leaves;
    double seconds;
    double speed; /* NAN where it took no time */
} Effort;

static const Column EFFORT_COLUMNS[] = {
    {NULL, "Leaves", .views = TABLE_PAGE, MEMBER(Effort, leaves)},
    {NULL, "Time", .views = TABLE_PAGE, MEMBER(Effort, seconds), .decimals = 3, .unit = " s"},
    {NULL, "Million leaves a second", .views = TABLE_PAGE, MEMBER(Effort, speed), .decimals = 1,
     .factor = 1e-6},
};

static void add_figures(HtmlPage *page, uint64_t leaves, double seconds) {
    const Effort effort = {leaves, seconds, seconds > 0 ? perft_speed(leaves, seconds) : NAN};
    table_add_facts(TABLE(EFFORT_COLUMNS, &effort, 1), TABLE_PAGE, page);
}

static void add_moves(HtmlPage *page, const PerftSingle *single) {
    PerftMove moves[MAX_MOVES];
    int count = perft_list_moves(single, moves);
    uint64_t most = 1;
    for (int i = 0; i < count; i++)
        most = moves[i].leaves > most ? moves[i].leaves : most;
    if (count == 0)
        return;
    html_section(page, "Leaves under each move");
    html_bars_begin(page);
    for (int i = 0; i < count; i++)
        html_bar(page,
                 (HtmlBar){.label = moves[i].text, .share = (double)moves[i].leaves / (double)most},
                 "%.2f %%", 100 * moves[i].share);
    html_bars_end(page);
    html_section(page, "Moves");
    table_add_to_page(perft_move_table(moves, count), TABLE_PAGE, page);
}

void perft_single_page(const void *subject, const json_t *json, HtmlPage *page) {
    const PerftSingle *single = subject;
    char fen[FEN_SIZE];
    fen_format(&single->position, fen);
    html_begin(page, "Quorum: perft");
    html_subtitle_begin(page);
    html_subtitle(page, "depth %d", single->depth);
    report_end_subtitle(json, page);
    html_figures_begin(page);
    html_fact(page, "Depth", "%d", single->depth);
    add_figures(page, single->leaves, single->seconds);
    html_facts_end(page);
    html_paragraph(page, "Position: %s", fen);
    add_moves(page, single);
    html_facts_begin(page, "How it was counted");
    html_fact(page, "Threads", "%d", single->threads);
    if (single->hash_mib > 0)
        html_fact(page, "Table", "%zu MiB", single->hash_mib);
    else
        html_fact(page, "Table", "none");
    if (single->has_ranks) {
        html_fact(page, "Ranks", "%d", single->ranks.ranks);
        html_fact(page, "Units", "%zu", single->ranks.units);
    }
    report_end_facts(json, page);
}

/* How fast a position of a suite was counted, all its depths together. */
typedef struct PositionSpeed {
    double speed; /* million leaves for each second of busy_ns */
    int64_t line;
} PositionSpeed;

/* Those that took long enough to tell, in the file's order, for the caller to free. */
static PositionSpeed *position_speeds(const PerftSuite *suite, size_t *count) {
    PositionSpeed *speeds = calloc(suite->count + 1, sizeof *speeds);
    *count = 0;
    for (size_t i = 0; speeds && i < suite->count;) {
        uint64_t leaves = 0;
        int64_t busy_ns = 0;
        int64_t line = suite->jobs[i].tag;
        for (; i < suite->count && suite->jobs[i].tag == line; i++) {
            leaves += suite->jobs[i].counted;
            busy_ns += suite->jobs[i].busy_ns;
        }
        if (busy_ns >= PERFT_LEAST_NS)
            speeds[(*count)++] = (PositionSpeed){1e3 * (double)leaves / (double)busy_ns, line};
    }
    return speeds;
}

static void add_speed_bars(HtmlPage *page, const PositionSpeed *speeds, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = speeds[i].speed > most ? speeds[i].speed : most;
    html_bars_begin(page);
    for (size_t i = 0; i < count; i++) {
        char label[LABEL_SIZE];
        snprintf(label, sizeof label, "line %ld", (long)speeds[i].line);
        html_bar(page, (HtmlBar){.label = label, .share = most > 0 ? speeds[i].speed / most : 0},
                 "%.1f", speeds[i].speed);
    }
    html_bars_end(page);
}

static void add_speed_curve(HtmlPage *page, PositionSpeed *speeds, size_t count) {
    ChartPoint *points = calloc(count, sizeof *points);
    if (!points)
        return;
    qsort(speeds, count, sizeof *speeds, statistics_compare);
    for (size_t i = 0; i < count; i++)
        points[i] = (ChartPoint){(double)(i + 1), speeds[i].speed};
    const Chart chart = {
        .title = "Speed of the positions",
        .x_name = "positions, the slowest first",
        .y_name = "million leaves a second",
        .x_whole = true,
        .series = {{.name = "this run", .points = points, .count = count}},
        .series_count = 1,
    };
    chart_add(page, &chart);
    free(points);
}

static void add_speeds(HtmlPage *page, const PerftSuite *suite) {
    size_t count;
    PositionSpeed *speeds = position_speeds(suite, &count);
    html_section(page, "Speed by position");
    html_paragraph(page,
                   "Million leaves for each second%s, all depths of a position together. Positions "
                   "that took less than 0.1 ms are left out.",
                   suite->guest ? "" : " of processor time");
    if (count > MOST_BARS)
        add_speed_curve(page, speeds, count);
    else if (count > 0)
        add_speed_bars(page, speeds, count);
    else
        html_paragraph(page, "None took so long.");
    free(speeds);
}

/* The wrong counts before all others. */
static void add_wrong(HtmlPage *page, const PerftSuite *suite) {
    Table table = perft_suite_table(suite);
    PerftJob *wrong = memory_allocate(_Alignof(PerftJob), (suite->count + 1) * sizeof *wrong);
    table.rows = wrong;
    table.row_count = 0;
    const PerftJob *job;
    for (size_t i = 0; wrong && (job = perft_suite_next_wrong(suite, &i));)
        wrong[table.row_count++] = *job;
    if (table.row_count > 0) {
        html_section(page, "Wrong");
        table_add_to_page(table, TABLE_PAGE, page);
    }
    memory_free(wrong);
}

static size_t count_wrong_lines(const PerftSuite *suite) {
    size_t lines = 0;
    for (size_t i = 0; perft_suite_next_wrong(suite, &i);)
        lines++;
    return lines;
}

void perft_suite_page(const void *subject, const json_t *json, HtmlPage *page) {
    const PerftSuite *suite = subject;
    html_begin(page, "Quorum: perft suite");
    html_subtitle_begin(page);
    html_subtitle(page, "%s", report_text(json, "file"));
    report_end_subtitle(json, page);
    html_figures_begin(page);
    html_fact(page, "Positions", "%zu", suite->position_count);
    html_fact(page, "Counts", "%zu", suite->count);
    html_fact(page, "Wrong lines", "%zu", count_wrong_lines(suite));
    add_figures(page, suite->leaves, suite->seconds);
    html_facts_end(page);
    add_wrong(page, suite);
    add_speeds(page, suite);
    html_section(page, "Counts");
    html_fold_begin(page, "All %zu", suite->count);
    table_add_to_page(perft_suite_table(suite), TABLE_PAGE, page);
    html_fold_end(page);
    html_facts_begin(page, "How it was counted");
    html_fact(page, "File", "%s", report_text(json, "file"));
    if (suite->guest)
        guest_add_facts(json_object_get(json, "engine"), page);
    html_fact(page, "Threads", "%d", suite->threads);
    if (!suite->guest)
        html_fact(page, "Table", "%s", suite->hashed ? "shared by all counts" : "none");
    if (suite->skipped > 0)
        html_fact(page, "Left out", "%zu %s above %" PRIu64 " %s", suite->skipped,
                  format_plural((int64_t)suite->skipped, "count", "counts"), suite->max_leaves,
                  format_plural((int64_t)suite->max_leaves, "leaf", "leaves"));
    report_end_facts(json, page);
}
