#include "tools/bench/summary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static BenchFigures figures_of(uint64_t nodes, int64_t elapsed_us, int64_t processor_us,
                               int processors) {
    const BenchResult result = {
        .nodes = nodes, .elapsed_us = elapsed_us, .processor_us = processor_us};
    return bench_figures(&result, processors);
}

static void share_is_of_all_processors(void **state) {
    (void)state;
    BenchFigures figures = figures_of(6000000, 2000000, 1500000, 1);
    assert_true(figures.speed == 3e6 && figures.processor_speed == 4e6 && figures.share == 75);
    figures = figures_of(6000000, 2000000, 3000000, 2);
    assert_true(figures.speed == 3e6 && figures.processor_speed == 2e6 && figures.share == 75);
    figures = figures_of(0, 0, 0, 1);
    assert_true(figures.speed == 0 && figures.processor_speed == 0 && figures.share == 0);
}

/* One run that was disturbed among three says nothing of the median. */
static void medians_and_range(void **state) {
    (void)state;
    const BenchFigures figures[] = {figures_of(1000, 1000, 990, 1), figures_of(1000, 4000, 1000, 1),
                                    figures_of(1000, 2000, 2000, 1)};
    const BenchSummary summary = bench_summarize(figures, 3);
    assert_int_equal(summary.nodes, 1000);
    assert_int_equal(summary.elapsed_us, 2000);
    assert_int_equal(summary.processor_us, 1000);
    assert_true(summary.speed.median == 5e5 && summary.speed.low == 2.5e5 &&
                summary.speed.high == 1e6);
    assert_true(summary.processor_speed.median == 1e6 && summary.processor_speed.low == 5e5);
    assert_true(summary.share == 99 && !summary.slowed && !summary.nodes_differ);
}

static void slowed_below_95_percent(void **state) {
    (void)state;
    const BenchFigures fair = figures_of(1, 10000, 9500, 1), slow = figures_of(1, 10000, 9499, 1);
    assert_false(bench_summarize(&fair, 1).slowed);
    assert_true(bench_summarize(&slow, 1).slowed);
}

static void nodes_that_differ(void **state) {
    (void)state;
    const BenchFigures figures[] = {figures_of(9, 1, 1, 1), figures_of(8, 1, 1, 1)};
    assert_true(bench_summarize(figures, 2).nodes_differ);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_is_of_all_processors),
        cmocka_unit_test(medians_and_range),
        cmocka_unit_test(slowed_below_95_percent),
        cmocka_unit_test(nodes_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
