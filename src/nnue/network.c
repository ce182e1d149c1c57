#include "nnue/network.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Of the structure and, behind it, what it points to. */
static size_t network_bytes(int width, FeatureSets sets) {
    const size_t rows = (size_t)feature_sets_features(sets) + 1;
    return sizeof(Network) + NETWORK_OUTPUT_BUCKETS * sizeof(NetworkHead) +
           (rows * sizeof(int16_t) + NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1) * (size_t)width;
}

bool network_width_is_valid(int width) {
    return width >= NETWORK_WIDTH_MIN && width <= NETWORK_WIDTH_MAX &&
           width % NETWORK_WIDTH_GRANULE == 0;
}

bool network_king_buckets_are_valid(int64_t king_buckets) {
    return king_buckets == 1 || king_buckets == NETWORK_KING_BUCKETS_MAX;
}

Network *network_create(int width, FeatureSets sets) {
    Network *network = memory_map(network_bytes(width, sets));
    if (!network)
        return NULL;
    network->width = width;
    network->sets = sets;
    network->scale = 1;
    network->heads = (NetworkHead *)(network + 1);
    network->feature_weights = (int16_t *)(network->heads + NETWORK_OUTPUT_BUCKETS);
    network->feature_biases =
        network->feature_weights + (size_t)feature_sets_features(sets) * (size_t)width;
    network->hidden1_weights = (int8_t *)(network->feature_biases + width);
    return network;
}

void network_destroy(Network *network) {
    if (network)
        memory_unmap(network, network_bytes(network->width, network->sets));
}

/* The least and the greatest weight of each column. Row by row, as they lie in memory. */
typedef struct ColumnBounds {
    int16_t low[NETWORK_WIDTH_MAX], high[NETWORK_WIDTH_MAX];
} ColumnBounds;

static void bound_columns(const Network *network, ColumnBounds *bounds) {
    const size_t width = (size_t)network->width;
    const int16_t *row = network->feature_weights;
    memset(bounds, 0, sizeof *bounds);
    for (int feature = 0; feature < feature_sets_features(network->sets); feature++, row += width) {
        for (size_t column = 0; column < width; column++) {
            const int16_t low = bounds->low[column], high = bounds->high[column];
            bounds->low[column] = row[column] < low ? row[column] : low;
            bounds->high[column] = row[column] > high ? row[column] : high;
        }
    }
}

/* Each piece adds one weight of the column; at most NETWORK_MAX_PIECES do. */
static bool accumulator_is_safe(const Network *network, const ColumnBounds *bounds, int column) {
    const int bias = network->feature_biases[column];
    return bias + NETWORK_MAX_PIECES * bounds->high[column] <= INT16_MAX &&
           bias + NETWORK_MAX_PIECES * bounds->low[column] >= INT16_MIN;
}

/* Whether bias and the sum of `count` products, of inputs from 0 to input_max with weights whose
 * absolute values add up to `weights`, stay within 32 bits in any order. */
static bool sum_is_safe(int64_t bias, int64_t weights, int input_max) {
    return (bias < 0 ? -bias : bias) + weights * input_max <= INT32_MAX;
}

static int64_t absolute_sum8(const int8_t *weights, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += abs(weights[i]);
    return sum;
}

static int64_t absolute_sum16(const int16_t *weights, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += abs(weights[i]);
    return sum;
}

static bool head_is_safe(const Network *network, int bucket) {
    const NetworkHead *head = &network->heads[bucket];
    const size_t width = (size_t)network->width;
    const int8_t *row = network->hidden1_weights + (size_t)bucket * NETWORK_HIDDEN1 * width;
    bool safe = true;
    for (int i = 0; i < NETWORK_HIDDEN1; i++, row += width)
        safe &= sum_is_safe(head->hidden1_biases[i], absolute_sum8(row, network->width),
                            NETWORK_INPUT_MAX);
    for (int i = 0; i < NETWORK_HIDDEN2; i++)
        safe &= sum_is_safe(head->hidden2_biases[i],
                            absolute_sum16(head->hidden2_weights[i], NETWORK_HIDDEN2_INPUTS),
                            NETWORK_SUM_ONE);
    return safe &&
           sum_is_safe(head->output_bias, absolute_sum16(head->output_weights, NETWORK_HIDDEN2),
                       NETWORK_SUM_ONE);
}

bool network_is_safe(const Network *network, Reason *reason) {
    ColumnBounds bounds;
    bound_columns(network, &bounds);
    for (int column = 0; column < network->width; column++) {
        if (!accumulator_is_safe(network, &bounds, column))
            return reason_set(reason, "accumulator %d could overflow 16 bits", column);
    }
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        if (!head_is_safe(network, bucket))
            return reason_set(reason, "a sum of output bucket %d could overflow 32 bits", bucket);
    }
    return true;
}
