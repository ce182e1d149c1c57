#include "nnue/network.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nnue/features.h"

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

/* Columns that are bounded together, so that what they need stays in the cache. */
#define BLOCK NETWORK_WIDTH_GRANULE

/* The least and the most that the man of one square can add to each of these accumulators. */
typedef struct SquareBounds {
    int32_t low[SQUARES][BLOCK], high[SQUARES][BLOCK];
} SquareBounds;

/* The weights of a feature from a column on. */
static const int16_t *weights_of(const Network *network, int set, int feature, int column) {
    const int row = set * NETWORK_FEATURES + feature;
    return network->feature_weights + (size_t)row * (size_t)network->width + column;
}

/* The least and the most that something can add to each accumulator of a block. */
typedef struct Span {
    int32_t low[BLOCK], high[BLOCK];
} Span;

/* Adds a feature that may hold or not. */
static void span_add(const int16_t *weights, Span *span) {
    for (int i = 0; i < BLOCK; i++) {
        span->low[i] += weights[i] < 0 ? weights[i] : 0;
        span->high[i] += weights[i] > 0 ? weights[i] : 0;
    }
}

/* Of all that may attack a man of one kind on one square. */
static Span span_of_attackers(const Network *network, int feature, int column) {
    const int first = feature_sets_of_places(network->sets);
    const int count = feature_sets_of_attackers(network->sets);
    Span span = {0};
    for (int set = 0; set < count; set++)
        span_add(weights_of(network, first + set, feature, column), &span);
    return span;
}

/* Takes into the bounds what a man adds besides: its place in one of the states. */
static void bound_man(const Network *network, int king_bucket, int feature, int column,
                      const Span *besides, SquareBounds *bounds) {
    const int states = network->sets.states;
    int32_t *lows = bounds->low[feature % SQUARES], *highs = bounds->high[feature % SQUARES];
    for (int state = 0; state < states; state++) {
        const int16_t *weights = weights_of(network, king_bucket * states + state, feature, column);
        for (int i = 0; i < BLOCK; i++) {
            const int32_t least = besides->low[i] + weights[i];
            const int32_t most = besides->high[i] + weights[i];
            lows[i] = least < lows[i] ? least : lows[i];
            highs[i] = most > highs[i] ? most : highs[i];
        }
    }
}

static int compare_sizes(const void *a, const void *b) {
    const int32_t first = abs(*(const int32_t *)a), second = abs(*(const int32_t *)b);
    return (first < second) - (first > second);
}

/* The sum of the largest of what squares add, which all have one sign: of all of them where that is
 * within `limit`, else of NETWORK_MAX_PIECES. */
static int32_t sum_of_men(int32_t bounds[SQUARES][BLOCK], int column, int32_t limit) {
    int32_t values[SQUARES], sum = 0;
    for (Square square = 0; square < SQUARES; square++)
        sum += values[square] = bounds[square][column];
    if (abs(sum) <= limit)
        return sum;
    qsort(values, SQUARES, sizeof values[0], compare_sizes);
    for (int i = NETWORK_MAX_PIECES; i < SQUARES; i++)
        sum -= values[i];
    return sum;
}

/* Whether an accumulator fits 16 bits with a man on each of the NETWORK_MAX_PIECES squares where
 * one adds most, and where one adds least. */
static bool accumulator_is_safe(int bias, SquareBounds *bounds, int column) {
    return bias + sum_of_men(bounds->high, column, INT16_MAX - bias) <= INT16_MAX &&
           bias + sum_of_men(bounds->low, column, bias - INT16_MIN) >= INT16_MIN;
}

/* The first accumulator from `begin` to begin + BLOCK - 1 that could overflow, -1 for none. There
 * is room for the bounds of each king bucket. */
static int unsafe_accumulator(const Network *network, int begin, SquareBounds *bounds) {
    memset(bounds, 0, (size_t)network->sets.king_buckets * sizeof bounds[0]);
    for (int feature = 0; feature < NETWORK_FEATURES; feature++) {
        const Span besides = span_of_attackers(network, feature, begin);
        for (int bucket = 0; bucket < network->sets.king_buckets; bucket++)
            bound_man(network, bucket, feature, begin, &besides, &bounds[bucket]);
    }
    for (int i = 0; i < BLOCK; i++)
        for (int bucket = 0; bucket < network->sets.king_buckets; bucket++)
            if (!accumulator_is_safe(network->feature_biases[begin + i], &bounds[bucket], i))
                return begin + i;
    return -1;
}

static bool accumulators_are_safe(const Network *network, Reason *reason) {
    /* More than the stack has that some users allow. */
    SquareBounds *bounds = malloc((size_t)network->sets.king_buckets * sizeof *bounds);
    if (!bounds)
        return reason_set(reason, "not enough memory");
    int column = -1;
    for (int begin = 0; begin < network->width && column < 0; begin += BLOCK)
        column = unsafe_accumulator(network, begin, bounds);
    free(bounds);
    return column < 0 || reason_set(reason, "accumulator %d could overflow 16 bits", column);
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
    if (!accumulators_are_safe(network, reason))
        return false;
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        if (!head_is_safe(network, bucket))
            return reason_set(reason, "a sum of output bucket %d could overflow 32 bits", bucket);
    }
    return true;
}
