#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nnue/architecture.h"
#include "train/vector.h"

/* The network as the trainer sees it: one array of parameters with the layers one after the other.
 * Activations are from 0 to 1. */

/* The first layer is stored and worked on by slices of columns, each small enough for the cache:
 * [width / SLICE][features][SLICE]. With several sets of features a weight is the sum of one of the
 * set and parts that sets share (parts.h). */
#define SLICE_VECTORS 4
#define SLICE         (SLICE_VECTORS * LANES)

/* Largest absolute values that the quantised network can hold. */
#define FEATURE_LIMIT 0.97
#define HIDDEN1_LIMIT 0.99
#define TAIL_LIMIT    3.4
#define BIAS_LIMIT    16.0

/* Shares of the learning rate: OptimizerStep has a factor for each. */
typedef enum RateClass {
    RATE_FULL,
    RATE_OWN,   /* of what king buckets and single sets of features add */
    RATE_LOOSE, /* of what loose and attacked men add in all king buckets */
    RATES
} RateClass;

typedef struct Layer {
    size_t begin;
    size_t count;
    Real limit;  /* absolute values are kept at or below it */
    Real spread; /* they start uniformly within it around `centre` */
    Real centre;
    bool is_shared; /* all buckets start alike */
    RateClass rate;
} Layer;

typedef enum LayerName {
    FEATURE_WEIGHTS,          /* of feature_sets_features() features */
    SHARED_FEATURE_WEIGHTS,   /* of NETWORK_FEATURES; none with one set. The next two likewise: */
    KING_FEATURE_WEIGHTS,     /* of a set for each king bucket, where these have several states */
    LOOSE_FEATURE_WEIGHTS,    /* of one set, where men have several states */
    ATTACKER_FEATURE_WEIGHTS, /* of all sets of attackers */
    FEATURE_BIASES,           /* [width] */
    HIDDEN1_WEIGHTS,          /* [bucket][width][NETWORK_HIDDEN1] */
    HIDDEN1_BIASES,           /* [bucket][NETWORK_HIDDEN1] */
    HIDDEN2_WEIGHTS,          /* [bucket][NETWORK_HIDDEN2_INPUTS][NETWORK_HIDDEN2] */
    HIDDEN2_BIASES,           /* [bucket][NETWORK_HIDDEN2] */
    OUTPUT_WEIGHTS,           /* [bucket][NETWORK_HIDDEN2] */
    OUTPUT_BIASES,            /* [bucket], filled up to whole vectors */
    LAYERS
} LayerName;

/* Written by one thread; while none does, any may read. */
typedef struct Model {
    int width;
    FeatureSets sets;
    size_t count; /* of parameters, a multiple of LANES */
    Layer layers[LAYERS];
    Real *parameters;
    bool rounds;              /* see model_round() */
    Real *feature_sums;       /* with all parts; NULL with one set */
    Real *hidden1_rounded;    /* like HIDDEN1_WEIGHTS */
    Real *hidden1_transposed; /* [bucket][NETWORK_HIDDEN1][width] */
    Real *hidden2_transposed; /* [bucket][NETWORK_HIDDEN2][NETWORK_HIDDEN2_INPUTS] */
} Model;

/* Random parameters. False without memory. */
bool model_create(Model *model, int width, FeatureSets sets, uint64_t seed);

void model_destroy(Model *model);

/* Brings sums and copies up to date after a change of parameters. */
void model_refresh(Model *model);

/* Whether inputs and weights of the first hidden layer act as the integers that the quantised
 * network has for them, so that the other parameters, and these, learn to live with it. Derivatives
 * are taken as if nothing were rounded (quantisation-aware training: B. Jacob et al., 2018). A new
 * model does not round. */
void model_round(Model *model, bool rounds);

/* An array for numbers in the model's layout, zeroed and aligned; NULL without memory. */
Real *model_array(size_t count);
void model_array_free(Real *array, size_t count);

/* The numbers of a layer in such an array. */
static inline Real *model_layer(const Model *model, Real *array, LayerName name) {
    return array + model->layers[name].begin;
}

/* Where the weight of a feature for a column stands in a layer of so many features. */
static inline size_t model_feature_weight(size_t features, int feature, int column) {
    return ((size_t)(column / SLICE) * features + (size_t)feature) * SLICE +
           (size_t)(column % SLICE);
}

/* Of all sets. */
static inline size_t model_features(const Model *model) {
    return (size_t)feature_sets_features(model->sets);
}

/* The first layer's weights as they act, of model_features() features. */
static inline const Real *model_feature_weights(const Model *model) {
    return model->feature_sums ? model->feature_sums
                               : model_layer(model, model->parameters, FEATURE_WEIGHTS);
}

/* The first hidden layer's weights as they act, in the layout of the layer. */
static inline const Real *model_hidden1_weights(const Model *model) {
    return model->rounds ? model->hidden1_rounded
                         : model_layer(model, model->parameters, HIDDEN1_WEIGHTS);
}
