#include <inttypes.h>
#include <math.h>

#include "base/format.h"
#include "tools/scale/report.h"

/* Part of the processors' time that others may take before they are said to be busy. */
#define BUSY 0.05

/* Part of its processors' time that a thread should get. */
#define LEAST_SHARE 0.95

/* How much slower the second half of the rounds may be than the first. */
#define LEAST_CONSTANCY 0.95

static void check_busy(ScaleReport *report) {
    const ScaleSystem *system = &report->system;
    if (system->busy > BUSY)
        warnings_add(&report->warnings,
                     "the machine is busy: before the start others took %.0f %% of the time of the "
                     "processors that may be used (load average %.2f)",
                     100 * system->busy, system->load);
    if (system->stolen > BUSY)
        warnings_add(&report->warnings,
                     "the host of this virtual machine took %.0f %% of its processors' time",
                     100 * system->stolen);
}

void scale_check_before(ScaleReport *report) {
    check_busy(report);
    int counts = report->settings->thread_counts;
    for (size_t i = (size_t)counts - 1; i < report->case_count; i += (size_t)counts) {
        const Plan *plan = report->cases[i].plan;
        for (int j = 0; j < plan->warnings.count; j++)
            warnings_add(&report->warnings, "%s", plan->warnings.texts[j]);
    }
}

static double share_got(const ScaleCase *scale_case) {
    return scale_case->figures[SCALE_PROCESSOR_SHARE].median;
}

/* The case whose threads got the least of their processors' time, of those that could all run. */
static void check_shares(ScaleReport *report) {
    const ScaleCase *worst = NULL;
    for (size_t i = 0; i < report->case_count; i++) {
        const ScaleCase *scale_case = &report->cases[i];
        if (scale_case->threads <= scale_case->plan->pu_count && isfinite(share_got(scale_case)) &&
            (!worst || share_got(scale_case) < share_got(worst)))
            worst = scale_case;
    }
    if (worst && share_got(worst) < LEAST_SHARE)
        warnings_add(&report->warnings,
                     "the machine was busy: %d %s (%s) got only %.0f %% of the time of %s",
                     worst->threads, format_plural(worst->threads, "thread", "threads"),
                     worst->place, 100 * share_got(worst),
                     format_plural(worst->threads, "its processor", "their processors"));
}

/* Nodes per second of the processor time that one thread got in a round. */
static double pure_speed(const ScaleReport *report, int round) {
    const ScaleRun *run = &report->cases[0].runs[round];
    return run->speed / run->processor_share;
}

/* One thread should be as fast at the end as at the start. */
static void check_constancy(ScaleReport *report) {
    int half = report->settings->repeats / 2;
    double first = 0, second = 0;
    for (int i = 0; i < half; i++) {
        first += pure_speed(report, i);
        second += pure_speed(report, report->settings->repeats - 1 - i);
    }
    if (half > 0 && second < LEAST_CONSTANCY * first)
        warnings_add(&report->warnings,
                     "one thread was %.0f %% slower in the second half of the rounds, as when a "
                     "processor is throttled",
                     100 * (1 - second / first));
}

static void check_pages(ScaleReport *report) {
    for (size_t i = 0; i < report->memory_count; i++) {
        const ScaleMemory *memory = &report->memory[i];
        size_t large = memory->bytes_by_kind[PAGES_TRANSPARENT] +
                       memory->bytes_by_kind[PAGES_HUGE] + memory->bytes_by_kind[PAGES_GIGANTIC];
        if (memory->pages != PAGES_PLAIN && memory->pages_known && large < memory->bytes / 2)
            warnings_add(&report->warnings,
                         "large pages were asked for, and %.0f %% of the memory got them",
                         100 * (double)large / (double)memory->bytes);
    }
}

void scale_check_after(ScaleReport *report) {
    int64_t more = scale_system_throttlings(report->machine) - report->system.throttlings;
    if (more > 0)
        warnings_add(&report->warnings,
                     "processors were throttled for heat %" PRId64 " %s meanwhile", more,
                     format_plural(more, "time", "times"));
    check_shares(report);
    check_constancy(report);
    check_pages(report);
}
