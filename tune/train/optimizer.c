#include "train/optimizer.h"

#include <math.h>
#include <string.h>

#define MEAN_MEMORY   0.9
#define SQUARE_MEMORY 0.999
#define TINY          1e-8

#define WARM_UP_STEPS 50
#define FINAL_SHARE   0.01

static const double PI = 3.14159265358979323846;

bool optimizer_create(Optimizer *optimizer, const Model *model) {
    optimizer->mean = model_array(model->count);
    optimizer->square = model_array(model->count);
    if (optimizer->mean && optimizer->square)
        return true;
    optimizer_destroy(optimizer, model);
    return false;
}

void optimizer_destroy(Optimizer *optimizer, const Model *model) {
    model_array_free(optimizer->mean, model->count);
    model_array_free(optimizer->square, model->count);
    *optimizer = (Optimizer){0};
}

double optimizer_rate(double peak, int64_t step, int64_t total) {
    const double share = (double)step / (double)(total > 1 ? total - 1 : 1);
    const double cosine = (1 + cos(PI * share)) / 2;
    const int64_t warm_up = total / 10 < WARM_UP_STEPS ? total / 10 : WARM_UP_STEPS;
    const double rise = step < warm_up ? (double)(step + 1) / (double)(warm_up + 1) : 1;
    return peak * rise * (FINAL_SHARE + (1 - FINAL_SHARE) * cosine);
}

/* Adds the other gradients to the first and clears them. */
static void gradients_join(Real *const *gradients, int gradient_count, size_t begin, size_t end) {
    Real *restrict sum = gradients[0];
    for (int n = 1; n < gradient_count; n++) {
        Real *restrict gradient = gradients[n];
        for (size_t i = begin; i < end; i++)
            sum[i] += gradient[i];
        memset(gradient + begin, 0, (end - begin) * sizeof(Real));
    }
}

/* The part of a move that lies within one layer. */
static void layer_move(const Optimizer *optimizer, const Model *model, const Layer *layer,
                       const OptimizerStep *step, Real *gradients, size_t begin, size_t end) {
    /* Adam's step for a rare feature is as long as for a frequent one, so that at the full rate the
     * parts of single sets of features would learn games by heart. */
    const double rate = step->rate * step->shares[layer->rate];
    const double mean_full = 1 - pow(MEAN_MEMORY, (double)step->number);
    const double square_full = 1 - pow(SQUARE_MEMORY, (double)step->number);
    const Real share = (Real)(1.0 / (double)step->positions);
    const Real pace = (Real)(rate / mean_full);
    const Real unit = (Real)(1 / sqrt(square_full));
    const Real kept = (Real)(1 - rate * step->decay);
    const Real limit = layer->limit;
    Real *restrict parameters = model->parameters, *restrict gradient = gradients;
    Real *restrict mean = optimizer->mean, *restrict square = optimizer->square;
    for (size_t i = begin; i < end; i++) {
        const Real slope = gradient[i] * share;
        gradient[i] = 0;
        mean[i] += (Real)(1 - MEAN_MEMORY) * (slope - mean[i]);
        square[i] += (Real)(1 - SQUARE_MEMORY) * (slope * slope - square[i]);
#ifdef TRAIN_DOUBLE
        const Real size = sqrt(square[i]) * unit + (Real)TINY;
#else
        const Real size = sqrtf(square[i]) * unit + (Real)TINY;
#endif
        Real value = parameters[i] * kept - pace * mean[i] / size;
        value = value < limit ? value : limit;
        parameters[i] = value > -limit ? value : -limit;
    }
}

void optimizer_move(Optimizer *optimizer, Model *model, const OptimizerStep *step,
                    Real *const *gradients, int gradient_count, size_t begin, size_t end) {
    gradients_join(gradients, gradient_count, begin, end);
    for (int i = 0; i < LAYERS; i++) {
        const Layer *layer = &model->layers[i];
        const size_t layer_end = layer->begin + layer->count;
        const size_t from = begin > layer->begin ? begin : layer->begin;
        const size_t to = end < layer_end ? end : layer_end;
        if (from < to)
            layer_move(optimizer, model, layer, step, gradients[0], from, to);
    }
}
