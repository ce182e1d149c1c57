#include "report/chart.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What chart_add() writes, for free(). */
static char *draw(const Chart *chart) {
    HtmlPage page;
    html_begin(&page, "");
    chart_add(&page, chart);
    fclose(page.out);
    return page.text;
}

/* The numbers of a path of so many points, from the beginning of its `d` on. */
static void read_path(const char *page, const char *beginning, int count, double *x, double *y) {
    const char *at = strstr(page, beginning);
    assert_non_null(at);
    at += strlen(beginning);
    for (int i = 0; i < count; i++) {
        char *end;
        x[i] = strtod(at + 1, &end);
        y[i] = strtod(end, &end);
        at = end;
    }
}

/* Who is as fast as can be is on the line of the ideal, wherever the axes end. */
static void the_ideal_goes_through_ideal_points(void **state) {
    (void)state;
    for (int threads = 2; threads <= 200; threads++) {
        for (double speed = 0.1; speed < 5; speed *= 1.1) {
            const ChartPoint points[] = {{1, speed}, {threads, threads * speed}};
            const Chart chart = {.title = "",
                                 .x_name = "",
                                 .y_name = "",
                                 .x_whole = true,
                                 .ideal = {true, 0, speed},
                                 .series = {{.name = "", .points = points, .count = 2}},
                                 .series_count = 1};
            char *page = draw(&chart);
            double x[2], y[2], end_x[2], end_y[2];
            read_path(page, "<path class=\"s s0\" d=\"", 2, x, y);
            read_path(page, "<path class=\"ideal\" d=\"", 2, end_x, end_y);
            const double slope = (end_y[1] - end_y[0]) / (end_x[1] - end_x[0]);
            for (int i = 0; i < 2; i++)
                assert_float_equal(y[i], end_y[0] + slope * (x[i] - end_x[0]), 0.2);
            free(page);
        }
    }
}

/* Marks and bars stand where the points are, between 0 and the edges. */
static void intervals_stand_at_their_points(void **state) {
    (void)state;
    const ChartPoint points[] = {{1, 2}, {3, 4}};
    const ChartInterval intervals[] = {{1, {1, 3}}, {3, {2, 8}}};
    const Chart chart = {.title = "",
                         .x_name = "",
                         .y_name = "",
                         .x_whole = true,
                         .series = {{.name = "",
                                     .points = points,
                                     .count = 2,
                                     .intervals = intervals,
                                     .interval_count = 2}},
                         .series_count = 1};
    char *page = draw(&chart);
    assert_non_null(strstr(page, "<path class=\"s s0\" d=\"M0.0 800.0L1000.0 600.0\"/>"));
    assert_non_null(strstr(page, "d=\"M0.0 700.0V900.0M1000.0 200.0V800.0\"/>"));
    assert_non_null(strstr(page, "<path class=\"m s0\" d=\"M0.0 800.0h0M1000.0 600.0h0\"/>"));
    assert_null(strstr(page, "class=\"legend\""));
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ideal_goes_through_ideal_points),
        cmocka_unit_test(intervals_stand_at_their_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
