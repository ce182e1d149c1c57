#include "report/chart.h"

#include <math.h>

/* The plot in the coordinates of its SVG, which is stretched to whatever room there is: letters
 * stand beside it as HTML and keep their shape. */
#define EXTENT 1000.0

/* About so many lines of the grid each way. */
#define TICKS 5

/* Lines of the grid that would come closer to the right edge than this, as a share of the axis,
 * give way to it where it is no round number. */
#define LEAST_GAP 0.15

/* A line so close to the top looks like a part of the frame. */
#define LEAST_HEADROOM 0.03

typedef struct Axis {
    double low;
    double high;
    bool logarithmic;
    double step; /* between ticks; between powers of ten on a logarithmic axis */
    int digits;  /* ticks in such a step: 1, or 3 for 1, 2 and 5 */
    double gap;  /* LEAST_GAP, or 0 where the last tick is a round number */
} Axis;

static double axis_place(const Axis *axis, double value) {
    double place = axis->logarithmic
                       ? (log10(value) - log10(axis->low)) / (log10(axis->high) - log10(axis->low))
                       : (value - axis->low) / (axis->high - axis->low);
    return place < 0 ? 0 : place > 1 ? 1 : place;
}

/* 1, 2 or 5 times a power of ten, so that about TICKS of them make the range. */
static double round_step(double range) {
    double rough = range / TICKS;
    double power = pow(10, floor(log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static Axis linear_axis(double low, double high, double least_step) {
    Axis axis = {.low = low, .high = high > low ? high : low + 1};
    axis.step = fmax(round_step(axis.high - axis.low), least_step);
    axis.low = floor(axis.low / axis.step) * axis.step;
    axis.high = ceil(axis.high / axis.step - 1e-9) * axis.step;
    return axis;
}

/* A power of ten below all points, at least one decade, up to `end` or the next power of ten. */
static Axis logarithmic_axis(double low, double high, double end) {
    double first = floor(log10(low) + 1e-9);
    double last = end > 0 ? log10(end) : ceil(log10(high) - 1e-9);
    if (end > 0)
        first = fmin(first, floor(last - 1 + 1e-9));
    else
        last = fmax(last, first + 1);
    double decades = last - first;
    return (Axis){.low = pow(10, first),
                  .high = pow(10, last),
                  .logarithmic = true,
                  .step = decades > 2 * TICKS ? 2 : 1,
                  .digits = decades < 1.5 ? 3 : 1,
                  .gap = end > 0 ? LEAST_GAP : 0};
}

static double axis_mark(const Axis *axis, int number) {
    static const double DIGITS[] = {1, 2, 5};
    if (!axis->logarithmic)
        return axis->step * (round(axis->low / axis->step) + number);
    return axis->low * pow(10, axis->step * (number / axis->digits)) *
           DIGITS[number % axis->digits];
}

/* The tick of that number, or false after the last one, which is the end of the axis. */
static bool axis_tick(const Axis *axis, int number, double *value) {
    double last = 1 - axis->gap - 1e-9;
    if (number > 0 && axis_place(axis, axis_mark(axis, number - 1)) >= last)
        return false;
    *value = axis_mark(axis, number);
    if (axis_place(axis, *value) >= last)
        *value = axis->high;
    return true;
}

static double ideal_at(const Chart *chart, double x) {
    return chart->ideal.base + chart->ideal.slope * x;
}

/* Widens a range until the other is in it. */
static void join_range(Interval *range, double low, double high) {
    range->low = fmin(range->low, low);
    range->high = fmax(range->high, high);
}

static void find_axes(const Chart *chart, Axis *x, Axis *y) {
    double left = INFINITY, right = -INFINITY, end = 0;
    Interval range = {INFINITY, -INFINITY};
    for (int i = 0; i < chart->series_count; i++) {
        const ChartSeries *series = &chart->series[i];
        end = fmax(end, series->end);
        for (size_t j = 0; j < series->count; j++) {
            left = fmin(left, series->points[j].x);
            right = fmax(right, series->points[j].x);
            join_range(&range, series->points[j].y, series->points[j].y);
        }
        for (size_t j = 0; j < series->interval_count; j++)
            join_range(&range, series->intervals[j].y.low, series->intervals[j].y.high);
    }
    *x = chart->x_logarithmic ? logarithmic_axis(left, right, end >= right ? end : 0)
                              : linear_axis(left, right, chart->x_whole ? 1 : 0);
    if (chart->ideal.shown)
        join_range(&range, fmin(ideal_at(chart, x->low), ideal_at(chart, x->high)),
                   fmax(ideal_at(chart, x->low), ideal_at(chart, x->high)));
    const double bottom = chart->y_fitted ? range.low : 0;
    const double top = chart->y_fitted ? range.high : fmax(0, range.high);
    *y = linear_axis(bottom, top, chart->y_whole ? 1 : 0);
    if (y->high - top < LEAST_HEADROOM * (y->high - y->low))
        y->high += y->step;
}

static void add_grid(HtmlPage *page, const Axis *x, const Axis *y) {
    double value;
    html_markup(page, "<path class=\"grid\" d=\"");
    for (int i = 0; axis_tick(x, i, &value); i++)
        html_markup_format(page, "M%.1f 0V%.0f", EXTENT * axis_place(x, value), EXTENT);
    for (int i = 0; axis_tick(y, i, &value); i++)
        html_markup_format(page, "M0 %.1fH%.0f", EXTENT * (1 - axis_place(y, value)), EXTENT);
    html_markup(page, "\"/>\n");
}

static void add_series(HtmlPage *page, const Chart *chart, int index, const Axis *x,
                       const Axis *y) {
    const ChartSeries *series = &chart->series[index];
    html_markup_format(page, "<path class=\"s s%d\" d=\"", index);
    if (chart->steps)
        html_markup_format(page, "M0 %.0f", EXTENT);
    for (size_t i = 0; i < series->count; i++) {
        const double across = EXTENT * axis_place(x, series->points[i].x);
        const double down = EXTENT * (1 - axis_place(y, series->points[i].y));
        if (chart->steps)
            html_markup_format(page, "H%.1fV%.1f", across, down);
        else
            html_markup_format(page, "%c%.1f %.1f", i == 0 ? 'M' : 'L', across, down);
    }
    if (chart->steps)
        html_markup_format(page, "H%.1f",
                           EXTENT * (series->end > 0 ? axis_place(x, series->end) : 1));
    html_markup(page, "\"/>\n");
}

/* A bar through each interval and, on a line, a mark on each point: a stroke without length, which
 * keeps its shape however the plot is stretched. */
static void add_marks(HtmlPage *page, const Chart *chart, int index, const Axis *x, const Axis *y) {
    const ChartSeries *series = &chart->series[index];
    html_markup_format(page, "<path class=\"e s%d\" d=\"", index);
    for (size_t i = 0; i < series->interval_count; i++) {
        const ChartInterval *at = &series->intervals[i];
        html_markup_format(page, "M%.1f %.1fV%.1f", EXTENT * axis_place(x, at->x),
                           EXTENT * (1 - axis_place(y, at->y.high)),
                           EXTENT * (1 - axis_place(y, at->y.low)));
    }
    html_markup_format(page, "\"/>\n<path class=\"m s%d\" d=\"", index);
    for (size_t i = 0; i < series->count && !chart->steps; i++)
        html_markup_format(page, "M%.1f %.1fh0", EXTENT * axis_place(x, series->points[i].x),
                           EXTENT * (1 - axis_place(y, series->points[i].y)));
    html_markup(page, "\"/>\n");
}

/* From edge to edge. */
static void add_ideal(HtmlPage *page, const Chart *chart, const Axis *x, const Axis *y) {
    if (chart->ideal.shown)
        html_markup_format(page, "<path class=\"ideal\" d=\"M0 %.1fL%.0f %.1f\"/>\n",
                           EXTENT * (1 - axis_place(y, ideal_at(chart, x->low))), EXTENT,
                           EXTENT * (1 - axis_place(y, ideal_at(chart, x->high))));
}

static void add_ticks(HtmlPage *page, const Axis *x, const Axis *y) {
    double value;
    for (int i = 0; axis_tick(x, i, &value); i++)
        html_markup_format(page, "<span class=\"tick h\" style=\"left:%.2f%%\">%g</span>\n",
                           100 * axis_place(x, value), value);
    for (int i = 0; axis_tick(y, i, &value); i++)
        html_markup_format(page, "<span class=\"tick v\" style=\"bottom:%.2f%%\">%g</span>\n",
                           100 * axis_place(y, value), value);
}

static void add_legend_line(HtmlPage *page, const char *class, const char *name) {
    html_markup_format(page,
                       "<li><svg viewBox=\"0 0 42 10\" aria-hidden=\"true\">"
                       "<path class=\"%s\" d=\"M1 5H41\"/></svg>",
                       class);
    html_text(page, name);
    html_markup(page, "</li>\n");
}

static void add_legend(HtmlPage *page, const Chart *chart) {
    if (chart->series_count < 2 && !chart->ideal.shown)
        return;
    html_markup(page, "<ul class=\"legend\">\n");
    for (int i = 0; i < chart->series_count; i++) {
        char class[16];
        snprintf(class, sizeof class, "s s%d", i);
        add_legend_line(page, class, chart->series[i].name);
    }
    if (chart->ideal.shown)
        add_legend_line(page, "ideal", "ideal");
    html_markup(page, "</ul>\n");
}

void chart_add(HtmlPage *page, const Chart *chart) {
    size_t points = 0;
    for (int i = 0; i < chart->series_count; i++)
        points += chart->series[i].count;
    if (points == 0) {
        html_paragraph(page, "%s: nothing to show.", chart->title);
        return;
    }
    Axis x, y;
    find_axes(chart, &x, &y);
    html_markup(page, "<figure class=\"chart\">\n<figcaption>");
    html_text(page, chart->y_name);
    html_markup_format(page,
                       "</figcaption>\n<div class=\"plot\">\n<svg viewBox=\"0 0 %.0f %.0f\" "
                       "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"",
                       EXTENT, EXTENT);
    html_text(page, chart->title);
    html_markup(page, "\">\n");
    add_grid(page, &x, &y);
    add_ideal(page, chart, &x, &y);
    for (int i = 0; i < chart->series_count; i++) {
        add_series(page, chart, i, &x, &y);
        add_marks(page, chart, i, &x, &y);
    }
    html_markup(page, "</svg>\n");
    add_ticks(page, &x, &y);
    html_markup(page, "</div>\n<div class=\"axis\">");
    html_text(page, chart->x_name);
    html_markup(page, "</div>\n");
    add_legend(page, chart);
    html_markup(page, "</figure>\n");
}
