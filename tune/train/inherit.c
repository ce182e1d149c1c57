#include "train/inherit.h"

#include "train/quantise.h"

/* Halves of the accumulators are multiplied with each other, and inputs of the first hidden layer
 * belong half to one side, half to the other: either way the network's columns become the first of
 * each of the model's halves. */
static int column_in_model(const Network *network, const Model *model, int column) {
    const int half = network->width / 2;
    return column < half ? column : model->width / 2 + column - half;
}

bool inherit_fits(const Network *network, int64_t width, FeatureSets sets) {
    return network->width <= width && network->sets.king_buckets <= sets.king_buckets &&
           network->sets.states <= sets.states;
}

/* The network's weight for a feature of one of the model's sets. A network that knows but one king
 * bucket or state has the same for all. */
static Real network_feature_weight(const Network *network, const Model *model, int set, int feature,
                                   int column) {
    const int bucket = set / model->sets.states % network->sets.king_buckets;
    const int state = set % model->sets.states % network->sets.states;
    const int row = (bucket * network->sets.states + state) * NETWORK_FEATURES + feature;
    return (Real)network->feature_weights[row * network->width + column] / NETWORK_ACTIVATION_ONE;
}

/* What all sets share becomes their mean. */
static void inherit_feature(const Network *network, Model *model, int feature, int column) {
    const int to = column_in_model(network, model, column);
    Real *own = model_layer(model, model->parameters, FEATURE_WEIGHTS);
    Real *shared = model_layer(model, model->parameters, SHARED_FEATURE_WEIGHTS);
    const int sets = feature_sets_count(model->sets);
    Real mean = 0;
    for (int set = 0; set < sets && sets > 1; set++)
        mean += network_feature_weight(network, model, set, feature, column) / (Real)sets;
    if (sets > 1)
        shared[model_feature_weight(NETWORK_FEATURES, feature, to)] = mean;
    for (int set = 0; set < sets; set++)
        own[model_feature_weight(model_features(model), set * NETWORK_FEATURES + feature, to)] =
            network_feature_weight(network, model, set, feature, column) - mean;
}

static void inherit_features(const Network *network, Model *model) {
    Real *biases = model_layer(model, model->parameters, FEATURE_BIASES);
    for (int column = 0; column < network->width; column++) {
        for (int feature = 0; feature < NETWORK_FEATURES; feature++)
            inherit_feature(network, model, feature, column);
        biases[column_in_model(network, model, column)] =
            (Real)network->feature_biases[column] / NETWORK_ACTIVATION_ONE;
    }
}

static void inherit_hidden1(const Network *network, Model *model, int bucket) {
    const int8_t *from =
        network->hidden1_weights + (size_t)bucket * NETWORK_HIDDEN1 * (size_t)network->width;
    Real *weights = model_layer(model, model->parameters, HIDDEN1_WEIGHTS) +
                    (size_t)bucket * NETWORK_HIDDEN1 * (size_t)model->width;
    Real *biases = model_layer(model, model->parameters, HIDDEN1_BIASES) + bucket * NETWORK_HIDDEN1;
    for (int i = 0; i < NETWORK_HIDDEN1; i++) {
        biases[i] = (Real)(network->heads[bucket].hidden1_biases[i] / QUANTISE_SUM_ONE);
        for (int n = 0; n < model->width; n++)
            weights[n * NETWORK_HIDDEN1 + i] = 0;
        for (int n = 0; n < network->width; n++)
            weights[column_in_model(network, model, n) * NETWORK_HIDDEN1 + i] =
                (Real)from[i * network->width + n] / NETWORK_HIDDEN1_ONE;
    }
}

static void inherit_tail(const NetworkHead *head, Model *model, int bucket) {
    Real *parameters = model->parameters;
    Real *weights = model_layer(model, parameters, HIDDEN2_WEIGHTS) +
                    bucket * NETWORK_HIDDEN2_INPUTS * NETWORK_HIDDEN2;
    Real *biases = model_layer(model, parameters, HIDDEN2_BIASES) + bucket * NETWORK_HIDDEN2;
    Real *output = model_layer(model, parameters, OUTPUT_WEIGHTS) + bucket * NETWORK_HIDDEN2;
    for (int i = 0; i < NETWORK_HIDDEN2; i++) {
        for (int n = 0; n < NETWORK_HIDDEN2_INPUTS; n++)
            weights[n * NETWORK_HIDDEN2 + i] =
                (Real)(head->hidden2_weights[i][n] / quantise_hidden2_one(n));
        biases[i] = (Real)(head->hidden2_biases[i] / (double)NETWORK_OUTPUT_ONE);
        output[i] = (Real)head->output_weights[i] / NETWORK_TAIL_ONE;
    }
    model_layer(model, parameters, OUTPUT_BIASES)[bucket] =
        (Real)(head->output_bias / (double)NETWORK_OUTPUT_ONE);
}

void inherit_network(const Network *network, Model *model) {
    inherit_features(network, model);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        inherit_hidden1(network, model, bucket);
        inherit_tail(&network->heads[bucket], model, bucket);
    }
    model_refresh(model);
}
