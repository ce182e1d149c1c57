#include "train/rounding.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* What the weights before rounding count beside the noted inputs, as a share of an average input.
 */
#define PRIOR 0.001

/* The error falls with each pass and hardly after a few. */
#define MOST_PASSES 20

#define WEIGHT_MAX 127

struct Rounding {
    int inputs;
    int outputs;
    int count;
    double *products;    /* [inputs][inputs]: sums over what was noted, like the next three */
    double *correlated;  /* [outputs][inputs] */
    double *input_sums;  /* [inputs] */
    double *output_sums; /* [outputs] */
    double *slopes;      /* [inputs]: half the derivatives of the squared error by the weights */
};

Rounding *rounding_create(int inputs, int outputs) {
    Rounding *rounding = malloc(sizeof *rounding);
    if (!rounding)
        return NULL;
    const size_t rows = (size_t)inputs;
    *rounding = (Rounding){
        .inputs = inputs,
        .outputs = outputs,
        .products = calloc(rows * rows, sizeof(double)),
        .correlated = calloc(rows * (size_t)outputs, sizeof(double)),
        .input_sums = calloc(rows, sizeof(double)),
        .output_sums = calloc((size_t)outputs, sizeof(double)),
        .slopes = calloc(rows, sizeof(double)),
    };
    if (rounding->products && rounding->correlated && rounding->input_sums &&
        rounding->output_sums && rounding->slopes)
        return rounding;
    rounding_destroy(rounding);
    return NULL;
}

void rounding_destroy(Rounding *rounding) {
    if (!rounding)
        return;
    free(rounding->products);
    free(rounding->correlated);
    free(rounding->input_sums);
    free(rounding->output_sums);
    free(rounding->slopes);
    free(rounding);
}

static void add_scaled(double *restrict sums, double factor, const uint8_t *restrict inputs,
                       int count) {
    for (int i = 0; i < count; i++)
        sums[i] += factor * inputs[i];
}

void rounding_note(Rounding *rounding, const uint8_t *inputs, const double *sums) {
    const int count = rounding->inputs;
    for (int n = 0; n < count; n++)
        if (inputs[n])
            add_scaled(rounding->products + (size_t)n * (size_t)count, inputs[n], inputs, count);
    for (int i = 0; i < rounding->outputs; i++) {
        add_scaled(rounding->correlated + (size_t)i * (size_t)count, sums[i], inputs, count);
        rounding->output_sums[i] += sums[i];
    }
    add_scaled(rounding->input_sums, 1, inputs, count);
    rounding->count++;
}

int rounding_count(const Rounding *rounding) {
    return rounding->count;
}

/* Covariance of two inputs, times the number of pairs. */
static double covariance(const Rounding *rounding, int a, int b) {
    const double *sums = rounding->input_sums;
    return rounding->products[(size_t)a * (size_t)rounding->inputs + (size_t)b] -
           sums[a] * sums[b] / rounding->count;
}

static double prior_of(const Rounding *rounding) {
    double sum = 0;
    for (int n = 0; n < rounding->inputs; n++)
        sum += covariance(rounding, n, n);
    return PRIOR * sum / rounding->inputs;
}

static int8_t nearest_weight(double value) {
    return (int8_t)lround(fmax(-WEIGHT_MAX, fmin(WEIGHT_MAX, value)));
}

static void differentiate(Rounding *rounding, int output, double prior, const double *weights,
                          const int8_t *rounded) {
    const double *correlated = rounding->correlated + (size_t)output * (size_t)rounding->inputs;
    const double mean = rounding->output_sums[output] / rounding->count;
    for (int n = 0; n < rounding->inputs; n++) {
        double slope =
            prior * (rounded[n] - weights[n]) - (correlated[n] - rounding->input_sums[n] * mean);
        for (int m = 0; m < rounding->inputs; m++)
            slope += covariance(rounding, n, m) * rounded[m];
        rounding->slopes[n] = slope;
    }
}

/* Moves each weight in turn to where the error is least while the others stay; whether any has
 * moved. */
static bool descend(Rounding *rounding, double prior, int8_t *rounded) {
    double *slopes = rounding->slopes;
    bool moved = false;
    for (int n = 0; n < rounding->inputs; n++) {
        const double curvature = covariance(rounding, n, n) + prior;
        const int step = nearest_weight(rounded[n] - slopes[n] / curvature) - rounded[n];
        if (step == 0)
            continue;
        moved = true;
        rounded[n] = (int8_t)(rounded[n] + step);
        slopes[n] += step * prior;
        for (int m = 0; m < rounding->inputs; m++)
            slopes[m] += step * covariance(rounding, n, m);
    }
    return moved;
}

void rounding_solve(Rounding *rounding, int output, const double *weights, int8_t *rounded,
                    int32_t *bias) {
    const double prior = prior_of(rounding);
    for (int n = 0; n < rounding->inputs; n++)
        rounded[n] = nearest_weight(weights[n]);
    if (prior > 0) {
        differentiate(rounding, output, prior, weights, rounded);
        for (int pass = 0; pass < MOST_PASSES && descend(rounding, prior, rounded); pass++)
            continue;
    }
    double sum = rounding->output_sums[output];
    for (int n = 0; n < rounding->inputs; n++)
        sum -= rounded[n] * rounding->input_sums[n];
    *bias = (int32_t)lround(sum / rounding->count);
}
