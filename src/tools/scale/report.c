#include "tools/scale/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The policy's text, and "system, compact"; a placement means nothing where nothing is bound, and
 * the scope of histories is named where several are compared or histories are shared. */
static bool name_place(const ScaleSettings *settings, ScaleCase *scale_case) {
    size_t size = numa_policy_format(scale_case->policy, NULL, 0) + 1;
    scale_case->policy_text = malloc(size);
    if (!scale_case->policy_text)
        return false;
    numa_policy_format(scale_case->policy, scale_case->policy_text, size);
    if (scale_case->guest) {
        scale_case->place = strdup(scale_case->guest_name);
        return scale_case->place;
    }
    bool binds = scale_case->policy->kind != NUMA_POLICY_NONE;
    bool names_scope = settings->scopes.count > 1 || scale_case->scope != HISTORIES_OF_THREAD;
    int length = asprintf(&scale_case->place, "%s%s%s%s%s", scale_case->policy_text,
                          binds ? ", " : "", binds ? placement_name(scale_case->placement) : "",
                          names_scope ? ", HistoryScope " : "",
                          names_scope ? history_scope_name(scale_case->scope) : "");
    if (length < 0)
        scale_case->place = NULL;
    return length >= 0;
}

static bool fill_case(ScaleReport *report, ScaleCase *scale_case, Reason *error) {
    scale_case->repeats = report->settings->repeats;
    scale_case->runs = calloc((size_t)scale_case->repeats, sizeof(ScaleRun));
    if (!scale_case->runs || !name_place(report->settings, scale_case))
        return reason_set(error, "not enough memory");
    for (int i = 0; i < scale_case->repeats; i++)
        scale_case->runs[i] = scale_empty_run();
    scale_case->plan = plan_create(report->machine, scale_case->policy, scale_case->placement,
                                   scale_case->threads, error);
    return scale_case->plan;
}

/* The cases of all numbers of threads in the place that `like` says. */
static bool add_place(ScaleReport *report, ScaleCase like, Reason *error) {
    like.base = report->case_count;
    for (int i = 0; i < report->settings->thread_counts; i++) {
        ScaleCase *scale_case = &report->cases[report->case_count++];
        *scale_case = like;
        scale_case->threads = report->settings->threads[i];
        scale_case->first = (size_t)i;
        if (!fill_case(report, scale_case, error))
            return false;
    }
    return true;
}

/* The cases of guests, which the kernel places. */
static bool add_guests(ScaleReport *report, Reason *error) {
    static const NumaPolicy NONE = {.kind = NUMA_POLICY_NONE};
    const GuestList *guests = report->settings->guests;
    for (int i = 0; i < guests->count; i++) {
        const ScaleCase like = {.policy = &NONE,
                                .placement = PLACEMENT_AUTO,
                                .scope = HISTORIES_OF_THREAD,
                                .guest = &guests->wishes[i],
                                .guest_name = guests->names[i]};
        if (!add_place(report, like, error))
            return false;
    }
    return true;
}

bool scale_make_cases(ScaleReport *report, Reason *error) {
    const ScaleSettings *settings = report->settings;
    int most_places = settings->policy_count * PLACEMENT_COUNT * HISTORY_SCOPE_COUNT;
    if (settings->guests->count > most_places)
        most_places = settings->guests->count;
    report->cases = calloc((size_t)(most_places * settings->thread_counts), sizeof(ScaleCase));
    if (!report->cases)
        return reason_set(error, "not enough memory");
    if (settings->guests->count > 0)
        return add_guests(report, error);
    for (int i = 0; i < settings->policy_count; i++) {
        const NumaPolicy *policy = &settings->policies[i];
        bool binds = policy->kind != NUMA_POLICY_NONE;
        int placements = binds ? settings->placements.count : 1;
        for (int j = 0; j < placements * settings->scopes.count; j++) {
            const ScaleCase like = {
                .policy = policy,
                .placement =
                    binds ? (ThreadPlacement)settings->placements.values[j / settings->scopes.count]
                          : PLACEMENT_AUTO,
                .scope = (HistoryScope)settings->scopes.values[j % settings->scopes.count],
            };
            if (!add_place(report, like, error))
                return false;
        }
    }
    return true;
}

ScaleRun scale_empty_run(void) {
#define MEASURE(name, key) .name = NAN,
    return (ScaleRun){SCALE_MEASURES(MEASURE)};
#undef MEASURE
}

/* The figure of a run with so many threads; NAN where something for it is. */
static double figure_of(ScaleFigure figure, const ScaleRun *run, const ScaleRun *base,
                        const ScaleRun *first, int threads) {
    switch (figure) {
#define FIGURE(name, value, ...)                                                                   \
    case SCALE_##name:                                                                             \
        return value;
        SCALE_FIGURES(FIGURE)
#undef FIGURE
    default:
        return NAN;
    }
}

ReportExtent scale_memory_extent(const ScaleReport *report) {
    const int repeats = report->settings->repeats;
    ReportExtent extent = {0};
    for (size_t i = 0; i < report->memory_count; i += report->memory_rows) {
        for (int k = 0; k < repeats; k++)
            extent.done += scale_memory_is_measured(&report->memory[i], repeats, k);
        extent.wanted += (size_t)repeats;
    }
    return extent;
}

ReportExtent scale_extent(const ScaleReport *report) {
    ReportExtent extent = scale_memory_extent(report);
    for (size_t i = 0; i < report->case_count; i++) {
        for (int k = 0; k < report->cases[i].repeats; k++)
            extent.done += report->cases[i].runs[k].is_done;
        extent.wanted += (size_t)report->cases[i].repeats;
    }
    return extent;
}

static double memory_confidence(const ScaleReport *report) {
    double confidence = 1;
    for (size_t i = 0; i < report->memory_count; i++) {
        size_t known = 0;
        for (int k = 0; k < report->settings->repeats; k++)
            known += scale_memory_is_measured(&report->memory[i], report->settings->repeats, k);
        if (known > 0)
            confidence = fmin(confidence, scale_confidence(known));
    }
    return confidence;
}

/* What is missing without a signal could not be measured, and is not wanted any more. */
static void summarise_extent(ScaleReport *report) {
    report->extent = scale_extent(report);
    if (!stop_signals_arrived(report->settings->signals))
        report->extent.wanted = report->extent.done;
}

/* Of all rounds in which it is known; there is room for so many values. */
static Estimate estimate_figure(ScaleReport *report, const ScaleCase *scale_case,
                                ScaleFigure figure, double *values) {
    const ScaleRun *base = report->cases[scale_case->base].runs;
    const ScaleRun *first = report->cases[scale_case->first].runs;
    size_t count = 0;
    for (int k = 0; k < scale_case->repeats; k++) {
        values[count] =
            figure_of(figure, &scale_case->runs[k], &base[k], &first[k], scale_case->threads);
        count += isfinite(values[count]);
    }
    if (count > 0)
        report->confidence = fmin(report->confidence, scale_confidence(count));
    return scale_estimate(values, count);
}

bool scale_summarise(ScaleReport *report) {
    size_t repeats = (size_t)report->settings->repeats;
    summarise_extent(report);
    report->confidence = fmin(scale_confidence(repeats), memory_confidence(report));
    report->memory_count =
        scale_memory_summarise(report->memory, report->memory_count, (int)repeats);
    double *values = calloc(repeats, sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < report->case_count; i++) {
        ScaleCase *scale_case = &report->cases[i];
        for (int figure = 0; figure < SCALE_FIGURE_COUNT; figure++)
            scale_case->figures[figure] =
                estimate_figure(report, scale_case, (ScaleFigure)figure, values);
    }
    free(values);
    return true;
}

void scale_report_free(ScaleReport *report) {
    for (size_t i = 0; i < report->case_count; i++) {
        plan_destroy(report->cases[i].plan);
        json_decref(report->cases[i].obtained);
        free(report->cases[i].policy_text);
        free(report->cases[i].place);
        free(report->cases[i].runs);
    }
    free(report->cases);
    scale_memory_free(report->memory, report->memory_count);
    machine_destroy(report->machine);
    *report = (ScaleReport){.settings = report->settings};
}
