#include "tools/scale_report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void scale_warn(ScaleReport *report, const char *format, ...) {
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    for (size_t i = 0; i < report->warning_count; i++) {
        if (strcmp(report->warnings[i], text) == 0) {
            free(text);
            return;
        }
    }
    char **warnings =
        realloc(report->warnings, (report->warning_count + 1) * sizeof(report->warnings[0]));
    if (warnings == NULL) {
        free(text);
        return;
    }
    report->warnings = warnings;
    report->warnings[report->warning_count++] = text;
}

/* The policy's text, and "system, compact"; a placement means nothing where nothing is bound. */
static bool name_place(ScaleCase *scale_case) {
    size_t size = numa_policy_format(scale_case->policy, NULL, 0) + 1;
    scale_case->policy_text = malloc(size);
    if (scale_case->policy_text == NULL)
        return false;
    numa_policy_format(scale_case->policy, scale_case->policy_text, size);
    bool binds = scale_case->policy->kind != NUMA_POLICY_NONE;
    int length = asprintf(&scale_case->place, "%s%s%s", scale_case->policy_text, binds ? ", " : "",
                          binds ? placement_name(scale_case->placement) : "");
    if (length < 0)
        scale_case->place = NULL;
    return length >= 0;
}

static bool fill_case(ScaleReport *report, ScaleCase *scale_case, char error[PLAN_WARNING_SIZE]) {
    scale_case->runs = calloc((size_t)report->settings->repeats, sizeof(ScaleRun));
    if (scale_case->runs == NULL || !name_place(scale_case)) {
        snprintf(error, PLAN_WARNING_SIZE, "not enough memory");
        return false;
    }
    scale_case->plan = plan_create(report->machine, scale_case->policy, scale_case->placement,
                                   scale_case->threads, error);
    return scale_case->plan != NULL;
}

bool scale_make_cases(ScaleReport *report, char error[PLAN_WARNING_SIZE]) {
    const ScaleSettings *settings = report->settings;
    report->cases =
        calloc((size_t)(settings->policy_count * PLACEMENT_COUNT * settings->thread_counts),
               sizeof(ScaleCase));
    if (report->cases == NULL) {
        snprintf(error, PLAN_WARNING_SIZE, "not enough memory");
        return false;
    }
    for (int i = 0; i < settings->policy_count; i++) {
        const NumaPolicy *policy = &settings->policies[i];
        bool binds = policy->kind != NUMA_POLICY_NONE;
        int placements = binds ? settings->placement_count : 1;
        for (int j = 0; j < placements; j++) {
            size_t base = report->case_count;
            for (int k = 0; k < settings->thread_counts; k++) {
                ScaleCase *scale_case = &report->cases[report->case_count++];
                scale_case->policy = policy;
                scale_case->placement = binds ? settings->placements[j] : PLACEMENT_AUTO;
                scale_case->threads = settings->threads[k];
                scale_case->base = base;
                if (!fill_case(report, scale_case, error))
                    return false;
            }
        }
    }
    return true;
}

void scale_report_free(ScaleReport *report) {
    for (size_t i = 0; i < report->case_count; i++) {
        plan_destroy(report->cases[i].plan);
        placement_report_destroy(report->cases[i].obtained);
        free(report->cases[i].policy_text);
        free(report->cases[i].place);
        free(report->cases[i].runs);
    }
    free(report->cases);
    free(report->memory);
    for (size_t i = 0; i < report->warning_count; i++)
        free(report->warnings[i]);
    free(report->warnings);
    machine_destroy(report->machine);
    *report = (ScaleReport){.settings = report->settings};
}
