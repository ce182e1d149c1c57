#include "train/plot.h"

#include <math.h>
#include <stdio.h>

#include "cli/output.h"

#define WIDTH  800
#define HEIGHT 480
#define LEFT   90
#define RIGHT  20
#define TOP    40
#define BOTTOM 50

#define TICKS 8

/* Where losses and epochs lie in the drawing. */
typedef struct Frame {
    double low;
    double high;
    double step; /* between two lines of the grid */
    int64_t epochs;
} Frame;

/* The nearest of 1, 2, 5 times a power of ten that is not less. */
static double round_step(double step) {
    const double power = pow(10, floor(log10(step)));
    const double digit = step / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static Frame frame_of(const TrainerState *state, int64_t epochs) {
    double low = INFINITY, high = 0;
    for (int64_t i = 0; i < state->epoch; i++) {
        low = fmin(low, fmin(state->training_loss[i], state->validation_loss[i]));
        high = fmax(high, fmax(state->training_loss[i], state->validation_loss[i]));
    }
    Frame frame = {.epochs = epochs};
    frame.step = round_step(high > low ? (high - low) / TICKS : fmax(high, 1e-6) / TICKS);
    frame.low = floor(low / frame.step) * frame.step;
    frame.high = ceil(high / frame.step) * frame.step;
    if (frame.high <= frame.low)
        frame.high = frame.low + frame.step;
    return frame;
}

static double place_x(const Frame *frame, int64_t epoch) {
    const double share =
        frame->epochs > 1 ? (double)(epoch - 1) / (double)(frame->epochs - 1) : 0.5;
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double place_y(const Frame *frame, double loss) {
    const double share = (loss - frame->low) / (frame->high - frame->low);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

static void draw_grid(FILE *svg, const Frame *frame) {
    const int lines = (int)lround((frame->high - frame->low) / frame->step);
    for (int i = 0; i <= lines; i++) {
        const double loss = frame->low + i * frame->step, y = place_y(frame, loss);
        fprintf(svg,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>\n",
                LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4, loss);
    }
    const int64_t stride = (frame->epochs + 19) / 20;
    for (int64_t epoch = 1; epoch <= frame->epochs; epoch += stride)
        fprintf(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%lld</text>\n",
                place_x(frame, epoch), HEIGHT - BOTTOM + 20, (long long)epoch);
    fprintf(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">epoch</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10);
}

static void draw_curve(FILE *svg, const Frame *frame, const double *losses, int64_t count,
                       const char *name, const char *colour, int legend_x) {
    fprintf(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (int64_t i = 0; i < count; i++)
        fprintf(svg, "%.1f,%.1f ", place_x(frame, i + 1), place_y(frame, losses[i]));
    fprintf(svg, "\"/>\n");
    for (int64_t i = 0; i < count; i++)
        fprintf(svg,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\">"
                "<title>%s, epoch %lld: %.6f</title></circle>\n",
                place_x(frame, i + 1), place_y(frame, losses[i]), colour, name, (long long)(i + 1),
                losses[i]);
    fprintf(svg, "<text x=\"%d\" y=\"24\" fill=\"%s\">%s loss</text>\n", legend_x, colour, name);
}

static void draw(FILE *svg, const TrainerState *state, int64_t epochs) {
    const Frame frame = frame_of(state, epochs);
    fprintf(svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<style>.grid{stroke:#ccc}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_grid(svg, &frame);
    draw_curve(svg, &frame, state->training_loss, state->epoch, "training", "#1f6fb4", LEFT);
    draw_curve(svg, &frame, state->validation_loss, state->epoch, "validation", "#c8501e",
               LEFT + 140);
    fprintf(svg, "</svg>\n");
}

bool plot_losses(const TrainerState *state, int64_t epochs, const char *path, char *error,
                 size_t error_size) {
    Output svg;
    if (!output_open(&svg, path, error, error_size))
        return false;
    draw(svg.stream, state, epochs);
    return output_close(&svg, error, error_size);
}
