#include "train/model.h"

#include <math.h>

#include "base/memory.h"
#include "base/random.h"
#include "train/parts.h"

#define BUCKETS NETWORK_OUTPUT_BUCKETS

Real *model_array(size_t count) {
    return memory_map(count * sizeof(Real));
}

void model_array_free(Real *array, size_t count) {
    memory_unmap(array, count * sizeof(Real));
}

/* Bound of a uniform distribution under which sums over that many inputs keep their size. */
static Real spread_for(int inputs) {
    return (Real)sqrt(6.0 / inputs);
}

static void layers_define(Model *model) {
    const size_t width = (size_t)model->width;
    const bool shares = feature_sets_count(model->sets) > 1;
    const size_t set = NETWORK_FEATURES * width;
    const Real spread = (Real)0.1;
    const Layer layers[LAYERS] = {
        [FEATURE_WEIGHTS] = {.count = model_features(model) * width,
                             .limit = FEATURE_LIMIT,
                             .spread = shares ? 0 : spread,
                             .rate = shares ? RATE_OWN : RATE_FULL},
        [SHARED_FEATURE_WEIGHTS] = {.count =
                                        (size_t)parts_sets(model, SHARED_FEATURE_WEIGHTS) * set,
                                    .limit = FEATURE_LIMIT,
                                    .spread = spread},
        [KING_FEATURE_WEIGHTS] = {.count = (size_t)parts_sets(model, KING_FEATURE_WEIGHTS) * set,
                                  .limit = FEATURE_LIMIT,
                                  .rate = RATE_OWN},
        [LOOSE_FEATURE_WEIGHTS] = {.count = (size_t)parts_sets(model, LOOSE_FEATURE_WEIGHTS) * set,
                                   .limit = FEATURE_LIMIT,
                                   .rate = RATE_LOOSE},
        [ATTACKER_FEATURE_WEIGHTS] = {.count =
                                          (size_t)parts_sets(model, ATTACKER_FEATURE_WEIGHTS) * set,
                                      .limit = FEATURE_LIMIT,
                                      .rate = RATE_LOOSE},
        [FEATURE_BIASES] = {.count = width, .limit = FEATURE_LIMIT, .centre = (Real)0.4},
        [HIDDEN1_WEIGHTS] = {.count = BUCKETS * width * NETWORK_HIDDEN1,
                             .limit = HIDDEN1_LIMIT,
                             .spread = spread_for(model->width),
                             .is_shared = true},
        [HIDDEN1_BIASES] = {.count = BUCKETS * NETWORK_HIDDEN1, .limit = BIAS_LIMIT},
        [HIDDEN2_WEIGHTS] = {.count = BUCKETS * NETWORK_HIDDEN2_INPUTS * NETWORK_HIDDEN2,
                             .limit = TAIL_LIMIT,
                             .spread = spread_for(NETWORK_HIDDEN2_INPUTS),
                             .is_shared = true},
        [HIDDEN2_BIASES] = {.count = BUCKETS * NETWORK_HIDDEN2,
                            .limit = BIAS_LIMIT,
                            .centre = (Real)0.1},
        [OUTPUT_WEIGHTS] = {.count = BUCKETS * NETWORK_HIDDEN2,
                            .limit = TAIL_LIMIT,
                            .spread = spread_for(NETWORK_HIDDEN2),
                            .is_shared = true},
        [OUTPUT_BIASES] = {.count = 16, .limit = BIAS_LIMIT},
    };
    model->count = 0;
    for (int i = 0; i < LAYERS; i++) {
        model->layers[i] = layers[i];
        model->layers[i].begin = model->count;
        model->count += layers[i].count;
    }
}

static Real random_value(const Layer *layer, uint64_t *seed) {
    const double uniform = (double)(random_next(seed) >> 11) * 0x1p-52 - 1;
    return layer->centre + layer->spread * (Real)uniform;
}

/* In an order that does not depend on the slices, which differ from machine to machine. */
static void feature_weights_begin(const Model *model, const Layer *layer, uint64_t *seed) {
    const size_t features = layer->count / (size_t)model->width;
    for (size_t feature = 0; feature < features; feature++)
        for (int column = 0; column < model->width; column++)
            model->parameters[layer->begin + model_feature_weight(features, (int)feature, column)] =
                random_value(layer, seed);
}

static void layer_begin(const Model *model, const Layer *layer, uint64_t *seed) {
    Real *values = model->parameters + layer->begin;
    const size_t part = layer->is_shared ? layer->count / BUCKETS : layer->count;
    for (size_t i = 0; i < part; i++)
        values[i] = random_value(layer, seed);
    for (size_t i = part; i < layer->count; i++)
        values[i] = values[i - part];
}

static size_t feature_sums_count(const Model *model) {
    return feature_sets_count(model->sets) > 1 ? model->layers[FEATURE_WEIGHTS].count : 0;
}

static size_t hidden1_count(const Model *model) {
    return model->layers[HIDDEN1_WEIGHTS].count;
}

static size_t hidden2_count(const Model *model) {
    return model->layers[HIDDEN2_WEIGHTS].count;
}

bool model_create(Model *model, int width, FeatureSets sets, uint64_t seed) {
    *model = (Model){.width = width, .sets = sets};
    layers_define(model);
    model->parameters = model_array(model->count);
    model->hidden1_rounded = model_array(hidden1_count(model));
    model->hidden1_transposed = model_array(hidden1_count(model));
    model->hidden2_transposed = model_array(hidden2_count(model));
    if (feature_sums_count(model) > 0)
        model->feature_sums = model_array(feature_sums_count(model));
    if (!model->parameters || !model->hidden1_rounded || !model->hidden1_transposed ||
        !model->hidden2_transposed || (feature_sums_count(model) > 0 && !model->feature_sums)) {
        model_destroy(model);
        return false;
    }
    feature_weights_begin(model, &model->layers[FEATURE_WEIGHTS], &seed);
    feature_weights_begin(model, &model->layers[SHARED_FEATURE_WEIGHTS], &seed);
    for (int i = FEATURE_BIASES; i < LAYERS; i++)
        layer_begin(model, &model->layers[i], &seed);
    model_refresh(model);
    return true;
}

void model_destroy(Model *model) {
    model_array_free(model->parameters, model->count);
    model_array_free(model->feature_sums, feature_sums_count(model));
    model_array_free(model->hidden1_rounded, hidden1_count(model));
    model_array_free(model->hidden1_transposed, hidden1_count(model));
    model_array_free(model->hidden2_transposed, hidden2_count(model));
    *model = (Model){0};
}

static void transpose(const Real *restrict from, Real *restrict to, int rows, int columns) {
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            to[column * rows + row] = from[row * columns + column];
}

/* To the nearest of the steps that the quantised network has. */
static void round_hidden1(Model *model) {
    const Real *restrict weights = model_layer(model, model->parameters, HIDDEN1_WEIGHTS);
    Real *restrict rounded = model->hidden1_rounded;
    const size_t count = hidden1_count(model);
    for (size_t i = 0; i < count; i++) {
        const Real steps = weights[i] * (Real)NETWORK_HIDDEN1_ONE;
        rounded[i] = (Real)(int32_t)(steps + (steps > 0 ? (Real)0.5 : (Real)-0.5)) /
                     (Real)NETWORK_HIDDEN1_ONE;
    }
}

void model_refresh(Model *model) {
    parts_add(model);
    if (model->rounds)
        round_hidden1(model);
    const Real *hidden1 = model_hidden1_weights(model);
    const Real *hidden2 = model_layer(model, model->parameters, HIDDEN2_WEIGHTS);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        const size_t at1 = (size_t)bucket * (size_t)model->width * NETWORK_HIDDEN1;
        const size_t at2 = (size_t)bucket * NETWORK_HIDDEN2_INPUTS * NETWORK_HIDDEN2;
        transpose(hidden1 + at1, model->hidden1_transposed + at1, model->width, NETWORK_HIDDEN1);
        transpose(hidden2 + at2, model->hidden2_transposed + at2, NETWORK_HIDDEN2_INPUTS,
                  NETWORK_HIDDEN2);
    }
}

void model_round(Model *model, bool rounds) {
    model->rounds = rounds;
    model_refresh(model);
}
