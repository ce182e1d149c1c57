#include "train/inherit.h"

#include <string.h>

#include "train/parts.h"
#include "train/quantise.h"

bool inherit_fits(const Network *network, int64_t width, FeatureSets sets) {
    return network->width <= width && network->sets.king_buckets <= sets.king_buckets &&
           network->sets.states <= sets.states && network->sets.attackers <= sets.attackers;
}

/* The network's weight for a feature of one of the model's sets. A network that knows but one king
 * bucket or state has the same for all, and one that does not see attackers has 0 for them. */
static Real network_feature_weight(const Network *network, const Model *model, int set, int feature,
                                   int column) {
    const int attacker = set - feature_sets_of_places(model->sets);
    if (attacker >= feature_sets_of_attackers(network->sets))
        return 0;
    const int bucket = set / model->sets.states % network->sets.king_buckets;
    const int state = set % model->sets.states % network->sets.states;
    const int place = bucket * network->sets.states + state;
    const int from = attacker < 0 ? place : feature_sets_of_places(network->sets) + attacker;
    const int row = from * NETWORK_FEATURES + feature;
    return (Real)network->feature_weights[row * network->width + column] / NETWORK_ACTIVATION_ONE;
}

/* Where the model has the weight of a feature of a part's set. */
static Real *part_weight(Model *model, LayerName part, int set, int feature, int column) {
    const size_t features = (size_t)parts_sets(model, part) * NETWORK_FEATURES;
    return model_layer(model, model->parameters, part) +
           model_feature_weight(features, set * NETWORK_FEATURES + feature, column);
}

/* A part becomes the mean of what is left of the weights of its sets. */
static void inherit_part(Model *model, LayerName part, int states, int feature, int column,
                         Real *left) {
    const int sets = feature_sets_count(model->sets);
    for (int number = 0; number < parts_sets(model, part); number++) {
        Real sum = 0;
        int count = 0;
        for (int set = 0; set < sets; set++) {
            if (set % model->sets.states < states && parts_of_set(model, part, set) == number) {
                sum += left[set];
                count++;
            }
        }
        const Real mean = sum / (Real)count;
        *part_weight(model, part, number, feature, column) = mean;
        for (int set = 0; set < sets; set++)
            if (parts_of_set(model, part, set) == number)
                left[set] -= mean;
    }
}

/* What sets share is as safe men have it; loose men add to it. */
static void inherit_feature(const Network *network, Model *model, int feature, int column) {
    const int to = quantise_column(network, model, column);
    Real *own = model_layer(model, model->parameters, FEATURE_WEIGHTS);
    const int sets = feature_sets_count(model->sets);
    Real left[NETWORK_KING_BUCKETS_MAX * NETWORK_STATES_MAX + NETWORK_ATTACKER_SETS];
    for (int set = 0; set < sets; set++)
        left[set] = network_feature_weight(network, model, set, feature, column);
    inherit_part(model, SHARED_FEATURE_WEIGHTS, 1, feature, to, left);
    inherit_part(model, KING_FEATURE_WEIGHTS, 1, feature, to, left);
    inherit_part(model, LOOSE_FEATURE_WEIGHTS, model->sets.states, feature, to, left);
    inherit_part(model, ATTACKER_FEATURE_WEIGHTS, model->sets.states, feature, to, left);
    for (int set = 0; set < sets; set++)
        own[model_feature_weight(model_features(model), set * NETWORK_FEATURES + feature, to)] =
            left[set];
}

static void inherit_features(const Network *network, Model *model) {
    Real *biases = model_layer(model, model->parameters, FEATURE_BIASES);
    for (int column = 0; column < network->width; column++) {
        for (int feature = 0; feature < NETWORK_FEATURES; feature++)
            inherit_feature(network, model, feature, column);
        biases[quantise_column(network, model, column)] =
            (Real)network->feature_biases[column] / NETWORK_ACTIVATION_ONE;
    }
}

void inherit_network(const Network *network, Model *model) {
    inherit_features(network, model);
    memset(model_layer(model, model->parameters, HIDDEN1_WEIGHTS), 0,
           model->layers[HIDDEN1_WEIGHTS].count * sizeof *model->parameters);
    quantise_heads(model, network, true);
    model_refresh(model);
}
