#include "spsa/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/output.h"

/* Drawings beside each other. */
#define COLUMNS 4

#define PANEL_WIDTH  290
#define PANEL_HEIGHT 150
#define MARGIN       10
#define LEFT         55
#define RIGHT        12
#define TOP          28
#define BOTTOM       12

#define FOOTER 30

/* Where a parameter's drawing is, and what it shows. */
typedef struct Panel {
    const Trace *trace;
    int parameter;
    int x, y;         /* of its corner */
    double low, high; /* of the values shown */
} Panel;

static double value_at(const Panel *panel, int point) {
    int count = panel->trace->rules->count;
    return panel->trace->values[(size_t)point * (size_t)count + (size_t)panel->parameter];
}

/* At least a step around the start is shown, that noise does not look large. */
static Panel panel_of(const Trace *trace, int parameter) {
    const SpsaParameter *shown = &trace->rules->parameters[parameter];
    Panel panel = {
        .trace = trace,
        .parameter = parameter,
        .x = parameter % COLUMNS * PANEL_WIDTH,
        .y = parameter / COLUMNS * PANEL_HEIGHT,
        .low = shown->start - shown->step,
        .high = shown->start + shown->step,
    };
    for (int point = 0; point < trace->points; point++) {
        panel.low = fmin(panel.low, value_at(&panel, point));
        panel.high = fmax(panel.high, value_at(&panel, point));
    }
    return panel;
}

static double place_x(const Panel *panel, int64_t iteration) {
    double share = (double)iteration / (double)panel->trace->rules->iterations;
    return panel->x + LEFT + share * (PANEL_WIDTH - LEFT - RIGHT);
}

static double place_y(const Panel *panel, double value) {
    double share = (value - panel->low) / (panel->high - panel->low);
    return panel->y + PANEL_HEIGHT - BOTTOM - share * (PANEL_HEIGHT - TOP - BOTTOM);
}

static void draw_level(FILE *svg, const Panel *panel, double value, const char *kind) {
    double y = place_y(panel, value);
    fprintf(svg, "<path class=\"%s\" d=\"M%d %.1fh%d\"/>", kind, panel->x + LEFT, y,
            PANEL_WIDTH - LEFT - RIGHT);
    fprintf(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.5g</text>\n", panel->x + LEFT - 5,
            y + 4, value);
}

static void draw_panel(FILE *svg, const Panel *panel) {
    const SpsaParameter *parameter = &panel->trace->rules->parameters[panel->parameter];
    fprintf(svg, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s %d → %.5g</text>\n",
            panel->x + MARGIN, panel->y + TOP - 8, parameter->name, parameter->start,
            value_at(panel, panel->trace->points - 1));
    draw_level(svg, panel, panel->low, "grid");
    draw_level(svg, panel, panel->high, "grid");
    draw_level(svg, panel, parameter->start, "start");
    fprintf(svg, "<polyline points=\"");
    for (int point = 0; point < panel->trace->points; point++)
        fprintf(svg, "%.1f,%.1f ", place_x(panel, panel->trace->iterations[point]),
                place_y(panel, value_at(panel, point)));
    fprintf(svg, "\"/>\n");
}

bool trace_write_plot(const Trace *trace, const char *path, char *error, size_t error_size) {
    Output svg;
    if (!output_open(&svg, path, error, error_size))
        return false;
    int rows = (trace->rules->count + COLUMNS - 1) / COLUMNS;
    int width = COLUMNS * PANEL_WIDTH, height = rows * PANEL_HEIGHT + FOOTER;
    fprintf(svg.stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n"
            "<style>path{fill:none;stroke:#ccc}.start{stroke:#888;stroke-dasharray:4 3}"
            "polyline{fill:none;stroke:#1f6fb4;stroke-width:1.5}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            width, height, width, height);
    for (int i = 0; i < trace->rules->count; i++) {
        Panel panel = panel_of(trace, i);
        draw_panel(svg.stream, &panel);
    }
    fprintf(svg.stream,
            "<text x=\"%d\" y=\"%d\">Iterations 0 to %" PRId64 ", of which %" PRId64
            " are played; dashed: where each began</text>\n</svg>\n",
            LEFT, height - 10, trace->rules->iterations, trace->iterations[trace->points - 1]);
    return output_close(&svg, error, error_size);
}
