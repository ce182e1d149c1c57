#include <math.h>
#include <stdlib.h>

#include "tools/scale/report.h"

bool scale_summarise(ScaleReport *report) {
    size_t repeats = (size_t)report->settings->repeats;
    double *values = calloc(repeats, sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < report->case_count; i++) {
        ScaleCase *scale_case = &report->cases[i];
        const ScaleRun *base = report->cases[scale_case->base].runs;
        for (int figure = 0; figure < SCALE_FIGURE_COUNT; figure++) {
            size_t count = 0;
            for (size_t k = 0; k < repeats; k++) {
                values[count] = scale_figure((ScaleFigure)figure, &scale_case->runs[k], &base[k],
                                             scale_case->threads);
                count += isfinite(values[count]);
            }
            scale_case->figures[figure] = scale_estimate(values, count);
        }
    }
    free(values);
    return true;
}
