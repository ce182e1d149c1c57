#include "spsa/trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/format.h"
#include "report/chart.h"

/* The way of one parameter, and where it began; `way` has room for all points. */
static void add_parameter(HtmlPage *page, const Trace *trace, int index, ChartPoint *way) {
    const SpsaParameter *parameter = &trace->rules->parameters[index];
    const ChartPoint start[] = {{0, parameter->start},
                                {(double)trace->rules->iterations, parameter->start}};
    for (int i = 0; i < trace->points; i++)
        way[i] =
            (ChartPoint){(double)trace->iterations[i],
                         trace->values[(size_t)i * (size_t)trace->rules->count + (size_t)index]};
    chart_add(page, &(Chart){.title = parameter->name,
                             .x_name = "iterations",
                             .y_name = parameter->name,
                             .x_whole = true,
                             .y_fitted = true,
                             .series = {{parameter->name, way, (size_t)trace->points, 0},
                                        {"at the start", start, 2, 0}},
                             .series_count = 2});
}

static void add_table(HtmlPage *page, const Trace *trace) {
    static const char *const HEADINGS[] = {"Parameter", "Least", "Most",    "Start",
                                           "Now",       "Elo",   "95 % +/-"};
    const SpsaRules *rules = trace->rules;
    const double *last = trace->values + (size_t)(trace->points - 1) * (size_t)rules->count;
    html_table_begin(page, HEADINGS, ARRAY_LENGTH(HEADINGS));
    for (int i = 0; i < rules->count; i++) {
        html_cell(page, HTML_NAME, "%s", rules->parameters[i].name);
        html_cell(page, HTML_NUMBER, "%d", rules->parameters[i].least);
        html_cell(page, HTML_NUMBER, "%d", rules->parameters[i].most);
        html_cell(page, HTML_NUMBER, "%d", rules->parameters[i].start);
        html_cell(page, HTML_NUMBER, "%.2f", last[i]);
        html_cell(page, HTML_NUMBER, "%+.1f", trace->effects[i].elo);
        html_cell(page, HTML_NUMBER, "%.1f", trace->effects[i].error);
    }
    html_table_end(page);
    html_paragraph(page,
                   "Elo: what a step up is worth against a step down, or a switch (0 to 1) on "
                   "against off. Of twenty such figures one is wrong by more than its "
                   "interval.");
}

bool trace_write_page(const Trace *trace, const char *path, Reason *error) {
    ChartPoint *way = calloc((size_t)trace->points, sizeof *way);
    if (!way)
        return reason_set(error, "not enough memory");
    HtmlPage page;
    html_begin(&page, "quorum-spsa");
    html_paragraph(&page, "%" PRId64 " of %" PRId64 " iterations %s played.",
                   trace->iterations[trace->points - 1], trace->rules->iterations,
                   format_plural(trace->iterations[trace->points - 1], "is", "are"));
    add_table(&page, trace);
    html_section(&page, "The way of each parameter");
    for (int i = 0; i < trace->rules->count; i++)
        add_parameter(&page, trace, i, way);
    free(way);
    return html_save(&page, path, error);
}
