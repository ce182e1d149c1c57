#pragma once

/* What the network tests share. */
#include "../chess/support.h"
#include "feature_sets.h"
#include "nnue/network.h"

static inline int random_between(uint64_t *seed, int low, int high) {
    return low + random_below(seed, high - low + 1);
}

/* Fills a network with random weights up to the given sizes. */
static inline void randomise_network(Network *network, uint64_t *seed, int feature, int hidden1,
                                     int tail) {
    const int width = network->width;
    for (int i = 0; i < width; i++)
        network->feature_biases[i] = (int16_t)random_between(seed, -feature, feature);
    for (int i = 0; i < feature_sets_features(network->sets) * width; i++)
        network->feature_weights[i] = (int16_t)random_between(seed, -feature, feature);
    for (int i = 0; i < NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * width; i++)
        network->hidden1_weights[i] = (int8_t)random_between(seed, -hidden1, hidden1);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        NetworkHead *head = &network->heads[bucket];
        for (int i = 0; i < NETWORK_HIDDEN1; i++)
            head->hidden1_biases[i] = random_between(seed, -NETWORK_SUM_ONE, NETWORK_SUM_ONE);
        for (int i = 0; i < NETWORK_HIDDEN2; i++) {
            for (int n = 0; n < NETWORK_HIDDEN2_INPUTS; n++)
                head->hidden2_weights[i][n] = (int16_t)random_between(seed, -tail, tail);
            head->hidden2_biases[i] = random_between(seed, -NETWORK_OUTPUT_ONE, NETWORK_OUTPUT_ONE);
            head->output_weights[i] = (int16_t)random_between(seed, -tail, tail);
        }
        head->output_bias = random_between(seed, -NETWORK_OUTPUT_ONE, NETWORK_OUTPUT_ONE);
    }
}

/* A network with weights as training makes them. */
static inline Network *random_network(int width, FeatureSets sets, uint64_t seed) {
    Network *network = network_create(width, sets);
    assert_non_null(network);
    network->scale = 300;
    snprintf(network->provenance, sizeof network->provenance, "random, seed %d", (int)seed);
    randomise_network(network, &seed, 320, 30, 1024);
    /* What attacks a man adds to its place, and all together must fit. */
    const int places = feature_sets_of_places(sets) * NETWORK_FEATURES * width;
    for (int i = places; i < feature_sets_features(sets) * width; i++)
        network->feature_weights[i] /= 4;
    return network;
}
