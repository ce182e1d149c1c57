#ifndef QUORUM_TRAIN_MODEL_H
#define QUORUM_TRAIN_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "nnue/architecture.h"
#include "train/vector.h"

/* The network as the trainer sees it: one array of parameters with the layers one after the other.
 * Activations are from 0 to 1. */

/* The first layer is stored and worked on by slices of columns, each small enough for the cache:
 * [width / SLICE][NETWORK_FEATURES][SLICE]. */
#define SLICE_VECTORS 4
#define SLICE         (SLICE_VECTORS * LANES)

/* Largest absolute values that the quantised network can hold. */
#define FEATURE_LIMIT 0.97
#define HIDDEN1_LIMIT 0.99
#define TAIL_LIMIT    3.4
#define BIAS_LIMIT    16.0

typedef struct Layer {
    size_t begin;
    size_t count;
    Real limit;  /* absolute values are kept at or below it */
    Real spread; /* they start uniformly within it around `centre` */
    Real centre;
    bool is_shared; /* all buckets start alike */
} Layer;

typedef enum LayerName {
    FEATURE_WEIGHTS,
    FEATURE_BIASES,  /* [width] */
    HIDDEN1_WEIGHTS, /* [bucket][width][NETWORK_HIDDEN1] */
    HIDDEN1_BIASES,  /* [bucket][NETWORK_HIDDEN1] */
    HIDDEN2_WEIGHTS, /* [bucket][NETWORK_HIDDEN2_INPUTS][NETWORK_HIDDEN2] */
    HIDDEN2_BIASES,  /* [bucket][NETWORK_HIDDEN2] */
    OUTPUT_WEIGHTS,  /* [bucket][NETWORK_HIDDEN2] */
    OUTPUT_BIASES,   /* [bucket], filled up to whole vectors */
    LAYERS
} LayerName;

/* Written by one thread; while none does, any may read. */
typedef struct Model {
    int width;
    size_t count; /* of parameters, a multiple of LANES */
    Layer layers[LAYERS];
    Real *parameters;
    Real *hidden1_transposed; /* [bucket][NETWORK_HIDDEN1][width] */
    Real *hidden2_transposed; /* [bucket][NETWORK_HIDDEN2][NETWORK_HIDDEN2_INPUTS] */
} Model;

/* Random parameters. False without memory. */
bool model_create(Model *model, int width, uint64_t seed);

void model_destroy(Model *model);

/* Brings the transposed copies up to date after a change of parameters. */
void model_refresh(Model *model);

/* An array for numbers in the model's layout, zeroed and aligned; NULL without memory. */
Real *model_array(size_t count);
void model_array_free(Real *array, size_t count);

/* The numbers of a layer in such an array. */
static inline Real *model_layer(const Model *model, Real *array, LayerName name) {
    return array + model->layers[name].begin;
}

/* Where the weight of a feature for a column stands in FEATURE_WEIGHTS. */
static inline size_t model_feature_weight(int feature, int column) {
    return ((size_t)(column / SLICE) * NETWORK_FEATURES + (size_t)feature) * SLICE +
           (size_t)(column % SLICE);
}

#endif
