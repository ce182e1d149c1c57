#include "tools/epd/solved.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/format.h"
#include "guest/guest_json.h"
#include "report/report.h"
#include "report/statistics.h"

#define TEXT_SIZE 96

/* Shorter times are drawn as this: less than a clock can tell on a busy machine. */
#define LEAST_SECONDS 1e-4

/* Intervals of a curve. */
#define CURVE_INTERVALS 5

/* The solved attempts in words: "29 of 40 (72.5 %)", or "121 of 160 attempts (75.6 %)" where a
 * position was tried more than once. */
static void describe(const EpdTotals *totals, char text[TEXT_SIZE]) {
    snprintf(text, TEXT_SIZE, "%" PRIu64 " of %" PRIu64 "%s (%.1f %%)", totals->solved_attempts,
             totals->attempts, totals->attempts > totals->total ? " attempts" : "",
             100 * epd_totals_rate(totals));
}

void solved_add_bar(HtmlPage *page, const char *label, int series, const char *run,
                    const EpdTotals *totals) {
    const Interval interval = statistics_wilson(totals->solved_attempts, totals->attempts);
    const HtmlBar bar = {label, epd_totals_rate(totals), interval.low, interval.high, series};
    char text[TEXT_SIZE], points[TEXT_SIZE] = "";
    describe(totals, text);
    if (totals->most_points > 0)
        snprintf(points, sizeof points, ", %g of %g %s", totals->points, totals->most_points,
                 totals->most_points == 1 ? "point" : "points");
    html_bar(page, bar, "%s%s%s%s", run, *run != '\0' ? ": " : "", text, points);
}

/* An answer that came as time was up can have come a moment later than that. */
static void count_points(SolvedTimes *run) {
    for (size_t i = 0; i < run->count; i++) {
        double seconds = fmax(run->points[i].x, LEAST_SECONDS);
        run->points[i].x = run->limit > 0 ? fmin(seconds, run->limit) : seconds;
    }
    if (run->count > 0)
        qsort(run->points, run->count, sizeof run->points[0], statistics_compare);
    for (size_t i = 0; i < run->count; i++)
        run->points[i].y = (double)(i + 1);
}

/* At some places of a curve, its end the last of them. */
static size_t find_intervals(const SolvedTimes *run, ChartInterval intervals[CURVE_INTERVALS]) {
    size_t count = 0;
    for (size_t i = 1; i <= CURVE_INTERVALS && run->total > 0; i++) {
        const size_t solved = run->count * i / CURVE_INTERVALS;
        if (solved == 0)
            continue;
        const Interval share = statistics_wilson(solved, run->total);
        const double all = (double)run->total;
        intervals[count++] =
            (ChartInterval){run->points[solved - 1].x, {share.low * all, share.high * all}};
    }
    return count;
}

void solved_add_curves(HtmlPage *page, SolvedTimes *runs, int count) {
    ChartInterval intervals[CHART_MAX_SERIES][CURVE_INTERVALS];
    Chart chart = {
        .title = "Positions solved against time",
        .x_name = "seconds after which the answer stayed right",
        .y_name = "positions solved",
        .x_logarithmic = true,
        .y_whole = true,
        .steps = true,
        .series_count = count,
    };
    for (int i = 0; i < count; i++) {
        count_points(&runs[i]);
        chart.series[i] =
            (ChartSeries){runs[i].name,  runs[i].points, runs[i].count,
                          runs[i].limit, intervals[i],   find_intervals(&runs[i], intervals[i])};
    }
    html_section(page, "Solved against time");
    chart_add(page, &chart);
}

/* A whole number of the settings. */
typedef struct Setting {
    const char *member;
    const char *name;
    const char *unit;
} Setting;

static const Setting SETTINGS[] = {
    {"movetime_ms", "Time a position", " ms"},
    {"nodes", "Nodes a position", ""},
    {"depth", "Depth", ""},
    {"mate", "Ends with a mate found or excluded in", ""},
    {"stable", "Ends when right for", " plies"},
    {"threads", "Threads", ""},
    {"hash_mib", "Table", " MiB"},
};

/* How many of the settings are limits. */
#define LIMITS 5

void solved_add_limits(HtmlPage *page, const json_t *report) {
    const json_t *files = json_object_get(report, "files");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *file = json_string_value(json_array_get(files, i));
        html_subtitle(page, "%s", file ? epd_base_name(file) : "");
    }
    for (size_t i = 0; i < LIMITS; i++) {
        const json_t *value =
            json_object_get(json_object_get(report, "settings"), SETTINGS[i].member);
        if (json_is_integer(value))
            html_subtitle(page, "%s: %lld%s", SETTINGS[i].name,
                          (long long)json_integer_value(value), SETTINGS[i].unit);
    }
}

static void add_number(HtmlPage *page, const Setting *setting, const json_t *object,
                       const char *remark) {
    const json_t *value = json_object_get(object, setting->member);
    if (json_is_integer(value))
        html_fact(page, setting->name, "%lld%s%s", (long long)json_integer_value(value),
                  setting->unit, remark);
}

void solved_add_settings(HtmlPage *page, const json_t *report) {
    const json_t *files = json_object_get(report, "files");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *file = json_string_value(json_array_get(files, i));
        if (file)
            html_fact(page, "File", "%s", file);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(SETTINGS); i++)
        add_number(page, &SETTINGS[i], json_object_get(report, "settings"), "");
    add_number(page, &(Setting){"ranks", "Processes of mpirun", ""}, report, "");
    add_number(page, &(Setting){"engines", "Engines at once", ""}, report,
               json_is_true(json_object_get(report, "bound"))
                   ? ", their threads bound to cores of their own"
                   : "");
    if (json_is_object(json_object_get(report, "engine")))
        guest_add_facts(json_object_get(report, "engine"), page);
    else
        html_fact(page, "Network", "%s", report_network(report));
    add_number(page, &(Setting){"repeat", "Attempts at each position", ""}, report, "");
}
