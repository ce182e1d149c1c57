#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "guest/guest_json.h"
#include "report/chart.h"
#include "report/report.h"
#include "tools/scale/report.h"

/* What a chart shows of each case. */
typedef struct PageChart {
    const char *title;
    const char *y_name;
    double factor;
    ScaleFigure figure;
    bool fitted; /* may be below 0 */
    ChartIdeal ideal;
} PageChart;

static const PageChart CHARTS[] = {
    {"Nodes per second against threads",
     "million nodes per second",
     1e-6,
     SCALE_SPEED,
     false,
     {.shown = true}}, /* its slope is what one thread does */
    {"Efficiency against threads",
     "efficiency: speedup for each thread",
     1,
     SCALE_EFFICIENCY,
     false,
     {.shown = true, .base = 1}},
    {"Speedup of the time to depth against threads",
     "speedup of the time to depth",
     1,
     SCALE_DEPTH_SPEEDUP,
     false,
     {.shown = true, .slope = 1}},
    {"Overhead against threads",
     "overhead: nodes to depth more than one thread's, in percent",
     100,
     SCALE_OVERHEAD,
     true,
     {.shown = true}},
};

/* A figure, unless it is not known. */
static void add_figure(HtmlPage *page, const char *name, int decimals, double figure,
                       const char *unit) {
    if (isfinite(figure))
        html_fact(page, name, "%.*f%s", decimals, figure, unit);
}

static void add_figures(HtmlPage *page, const ScaleReport *report) {
    const ScaleCase *last = &report->cases[report->settings->thread_counts - 1];
    const Estimate *figures = last->figures;
    char name[64];
    snprintf(name, sizeof name, "%d %s", last->threads,
             format_plural(last->threads, "thread", "threads"));
    html_figures_begin(page);
    add_figure(page, "One thread", 2, report->cases[0].figures[SCALE_SPEED].median / 1e6,
               " million nodes/s");
    add_figure(page, name, 2, figures[SCALE_SPEED].median / 1e6, " million nodes/s");
    add_figure(page, "Efficiency", 3, figures[SCALE_EFFICIENCY].median, "");
    add_figure(page, "Time to depth, speedup", 2, figures[SCALE_DEPTH_SPEEDUP].median, "");
    add_figure(page, "Search overhead", 1, 100 * figures[SCALE_OVERHEAD].median, " %");
    html_facts_end(page);
    html_paragraph(page,
                   "Figures are medians of %s%d %s; intervals hold the true median with %.1f %% "
                   "probability. Each case is compared with one thread in the same place and "
                   "round.",
                   report_is_cut_short(report->extent) ? "up to " : "", report->settings->repeats,
                   format_plural(report->settings->repeats, "round", "rounds"),
                   100 * report->confidence);
}

static void add_warnings(HtmlPage *page, const ScaleReport *report) {
    if (report->warnings.count == 0)
        return;
    html_section(page, "Warnings");
    for (int i = 0; i < report->warnings.count; i++)
        html_paragraph(page, "%s", report->warnings.texts[i]);
}

/* What the charts are made of, each for all cases. */
typedef struct ChartRoom {
    ChartPoint *points;
    ChartInterval *intervals;
} ChartRoom;

/* The known figures of the cases of one place, from the case `first` on. */
static ChartSeries place_series(const ScaleReport *report, const PageChart *what, size_t first,
                                const ChartRoom *room) {
    ChartSeries series = {.name = report->cases[first].place,
                          .points = room->points + first,
                          .intervals = room->intervals + first};
    for (size_t i = first; i < first + (size_t)report->settings->thread_counts; i++) {
        const ScaleCase *scale_case = &report->cases[i];
        const Estimate *figure = &scale_case->figures[what->figure];
        if (!isfinite(figure->median))
            continue;
        room->points[first + series.count++] =
            (ChartPoint){scale_case->threads, what->factor * figure->median};
        if (isfinite(figure->low) && isfinite(figure->high))
            room->intervals[first + series.interval_count++] = (ChartInterval){
                scale_case->threads, {what->factor * figure->low, what->factor * figure->high}};
    }
    return series;
}

static bool has_ranks(const ScaleReport *report) {
    bool found = false;
    for (size_t i = 0; i < report->case_count; i++)
        found |= report->cases[i].guest && guest_is_in_ranks(report->cases[i].guest);
    return found;
}

/* One chart of up to CHART_MAX_SERIES places from the case `first` on; returns where the next one
 * goes on. */
static size_t add_chart_part(HtmlPage *page, const ScaleReport *report, const PageChart *what,
                             size_t first, const ChartRoom *room) {
    Chart chart = {.title = what->title,
                   .x_name = has_ranks(report) ? "threads or ranks" : "threads",
                   .x_whole = true,
                   .y_name = what->y_name,
                   .y_fitted = what->fitted,
                   .ideal = what->ideal};
    size_t used = 0;
    if (what->figure == SCALE_SPEED) {
        chart.ideal.slope = what->factor * report->cases[first].figures[SCALE_SPEED].median;
        chart.ideal.shown &= isfinite(chart.ideal.slope);
    }
    for (; first < report->case_count && chart.series_count < CHART_MAX_SERIES;
         first += (size_t)report->settings->thread_counts) {
        ChartSeries *series = &chart.series[chart.series_count++];
        *series = place_series(report, what, first, room);
        used += series->count;
    }
    if (used > 0)
        chart_add(page, &chart);
    return first;
}

/* An engine that fails has no figures; others may. */
static bool is_measured(const ScaleReport *report, int figure) {
    for (size_t i = 0; i < report->case_count; i++)
        if (isfinite(report->cases[i].figures[figure].median))
            return true;
    return false;
}

static void add_charts(HtmlPage *page, const ScaleReport *report) {
    const ChartRoom room = {calloc(report->case_count, sizeof(ChartPoint)),
                            calloc(report->case_count, sizeof(ChartInterval))};
    const bool shown = room.points && room.intervals && report->settings->thread_counts > 1;
    for (size_t i = 0; shown && i < ARRAY_LENGTH(CHARTS); i++) {
        if (!is_measured(report, CHARTS[i].figure))
            continue;
        html_section(page, CHARTS[i].title);
        for (size_t first = 0; first < report->case_count;)
            first = add_chart_part(page, report, &CHARTS[i], first, &room);
    }
    free(room.points);
    free(room.intervals);
}

static void add_tables(HtmlPage *page, const ScaleReport *report) {
    if (report->settings->movetime_ms > 0) {
        html_section(page, "Speed");
        table_add_to_page(scale_case_table(report), SCALE_PAGE_SPEED, page);
    }
    if (report->settings->depth > 0) {
        html_section(page, "To the same depth");
        table_add_to_page(scale_case_table(report), SCALE_PAGE_DEPTH, page);
    }
    const Table comparison = scale_comparison_table(report);
    if (comparison.row_count > 0) {
        html_section(page, "Compared with the first place");
        table_add_to_page(comparison, SCALE_COMPARISON, page);
    }
    if (report->memory_count > 0) {
        html_section(page, "Memory of the table");
        table_add_to_page(scale_memory_table(report), TABLE_PAGE, page);
    }
}

static void add_facts(HtmlPage *page, const ScaleReport *report, const json_t *json) {
    const ScaleSettings *settings = report->settings;
    const Machine *machine = report->machine;
    const ScaleSystem *system = &report->system;
    html_facts_begin(page, "How it was measured");
    html_fact(page, "Positions, rounds", "%d, %d", report->positions, settings->repeats);
    html_fact(page, "Table", "%zu MiB", settings->hash_mib);
    html_fact(page, "Time of a search", "%" PRId64 " ms", settings->movetime_ms);
    html_fact(page, "Depth", "%d", settings->depth);
    if (report->signature > 0)
        html_fact(page, "Signature", "%" PRIu64 " (bench %d)", report->signature,
                  settings->signature_depth);
    if (settings->guests->count == 0)
        html_fact(page, "Network", "%016" PRIx64, report->network_id);
    for (int i = 0; i < settings->guests->count; i++)
        guest_add_facts(json_array_get(json_object_get(json, "engines"), (size_t)i), page);
    html_fact(page, "Nodes, level 3 groups, cores", "%d, %d, %d", machine->node_count,
              machine->l3_count, machine->core_count);
    html_fact(page, "Governor", "%s", system->governor[0] != '\0' ? system->governor : "not told");
    html_fact(page, "Transparent huge pages", "%s",
              system->transparent_pages[0] != '\0' ? system->transparent_pages : "not told");
    html_fact(page, "Pages reserved", "%" PRId64 " of 2 MiB, %" PRId64 " of 1 GiB",
              system->huge_pages, system->gigantic_pages);
    html_fact(page, "Load before the start", "%.2f", system->load);
    report_end_facts(json, page);
}

void scale_page(const void *subject, const json_t *json, HtmlPage *page) {
    const ScaleReport *report = subject;
    html_begin(page, "Quorum: scaling");
    html_subtitle_begin(page);
    if (report->settings->movetime_ms > 0)
        html_subtitle(page, "%" PRId64 " ms a position", report->settings->movetime_ms);
    if (report->settings->depth > 0)
        html_subtitle(page, "to depth %d", report->settings->depth);
    report_end_subtitle(json, page);
    add_figures(page, report);
    add_warnings(page, report);
    add_charts(page, report);
    add_tables(page, report);
    add_facts(page, report, json);
}
