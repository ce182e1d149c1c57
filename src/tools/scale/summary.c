#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "tools/scale/report.h"

/* What is estimated of a case: a figure of each run, made from it and the base's run of the same
 * round, so that what disturbs a whole round cancels out. */
typedef struct Figure {
    size_t offset; /* of the estimate in a ScaleCase */
    double (*value)(const ScaleCase *scale_case, const ScaleRun *run, const ScaleRun *base);
} Figure;

static double value_speed(const ScaleCase *scale_case, const ScaleRun *run, const ScaleRun *base) {
    (void)scale_case;
    (void)base;
    return run->speed;
}

static double value_speedup(const ScaleCase *scale_case, const ScaleRun *run,
                            const ScaleRun *base) {
    (void)scale_case;
    return run->speed / base->speed;
}

static double value_efficiency(const ScaleCase *scale_case, const ScaleRun *run,
                               const ScaleRun *base) {
    return run->speed / base->speed / scale_case->threads;
}

static double value_processor_share(const ScaleCase *scale_case, const ScaleRun *run,
                                    const ScaleRun *base) {
    (void)scale_case;
    (void)base;
    return run->processor_share;
}

static double value_depth_ms(const ScaleCase *scale_case, const ScaleRun *run,
                             const ScaleRun *base) {
    (void)scale_case;
    (void)base;
    return run->depth_ms;
}

static double value_depth_speedup(const ScaleCase *scale_case, const ScaleRun *run,
                                  const ScaleRun *base) {
    (void)scale_case;
    return base->depth_ms / run->depth_ms;
}

static double value_depth_nodes(const ScaleCase *scale_case, const ScaleRun *run,
                                const ScaleRun *base) {
    (void)scale_case;
    (void)base;
    return run->depth_nodes;
}

static double value_overhead(const ScaleCase *scale_case, const ScaleRun *run,
                             const ScaleRun *base) {
    (void)scale_case;
    return run->depth_nodes / base->depth_nodes - 1;
}

static const Figure FIGURES[] = {
    {offsetof(ScaleCase, speed), value_speed},
    {offsetof(ScaleCase, speedup), value_speedup},
    {offsetof(ScaleCase, efficiency), value_efficiency},
    {offsetof(ScaleCase, processor_share), value_processor_share},
    {offsetof(ScaleCase, depth_ms), value_depth_ms},
    {offsetof(ScaleCase, depth_speedup), value_depth_speedup},
    {offsetof(ScaleCase, depth_nodes), value_depth_nodes},
    {offsetof(ScaleCase, overhead), value_overhead},
};

bool scale_summarise(ScaleReport *report) {
    size_t repeats = (size_t)report->settings->repeats;
    double *values = calloc(repeats, sizeof(*values));
    if (values == NULL)
        return false;
    for (size_t i = 0; i < report->case_count; i++) {
        ScaleCase *scale_case = &report->cases[i];
        const ScaleRun *base = report->cases[scale_case->base].runs;
        for (size_t j = 0; j < ARRAY_LENGTH(FIGURES); j++) {
            size_t count = 0;
            for (size_t k = 0; k < repeats; k++) {
                double value = FIGURES[j].value(scale_case, &scale_case->runs[k], &base[k]);
                if (isfinite(value))
                    values[count++] = value;
            }
            *(ScaleEstimate *)((char *)scale_case + FIGURES[j].offset) =
                scale_estimate(values, count);
        }
    }
    free(values);
    return true;
}
