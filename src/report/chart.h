#pragma once

#include "report/html.h"
#include "report/statistics.h"

/* Line charts on a report's page, as inline SVG. */

#define CHART_MAX_SERIES 3

typedef struct ChartPoint {
    double x;
    double y;
} ChartPoint;

/* What is known of y at an x: where the true one lies. */
typedef struct ChartInterval {
    double x;
    Interval y;
} ChartInterval;

/* Series differ by colour and by dashes. */
typedef struct ChartSeries {
    const char *name; /* for the legend, which one series alone does not get */
    const ChartPoint *points;
    size_t count;
    double end;                     /* of steps: x of the end of the last one; 0: the right edge */
    const ChartInterval *intervals; /* in the order of x */
    size_t interval_count;
} ChartSeries;

/* What y would be at best: base + slope * x. */
typedef struct ChartIdeal {
    bool shown;
    double base;
    double slope;
} ChartIdeal;

typedef struct Chart {
    const char *title;
    const char *x_name; /* with the unit */
    const char *y_name;
    bool x_logarithmic; /* every x is then above 0 */
    bool x_whole;       /* no marks between whole numbers, as below */
    bool y_whole;       /* no marks between whole numbers */
    bool y_fitted;      /* the vertical axis begins below the lowest point, not at 0 */
    bool steps;         /* y is 0 at the left edge and stays until the next x, instead of straight
                           lines from point to point */
    ChartIdeal ideal;   /* not on a logarithmic axis */
    ChartSeries series[CHART_MAX_SERIES];
    int series_count;
} Chart;

/* Adds the chart to the page, with a mark on each point, but for steps, and a bar through each
 * interval; the vertical axis begins at 0, if nothing else is said, and ends above all points. The
 * horizontal one ends where a series does, if none has points beyond, else at a round number.
 * Without a point a line of text says so. */
void chart_add(HtmlPage *page, const Chart *chart);
