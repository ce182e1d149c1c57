#include "tools/scale/figures.h"

#include <math.h>

ScaleRun scale_run_empty(void) {
#define MEASURE(name, key) .name = NAN,
    return (ScaleRun){SCALE_MEASURES(MEASURE)};
#undef MEASURE
}

double scale_figure(ScaleFigure figure, const ScaleRun *run, const ScaleRun *base, int threads) {
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
