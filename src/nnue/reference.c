#include "nnue/reference.h"

static int32_t clip(int32_t value, int32_t maximum) {
    return value < 0 ? 0 : value > maximum ? maximum : value;
}

void reference_accumulate(const Network *network, const FeatureList *features, int16_t *sums) {
    const size_t width = (size_t)network->width;
    for (size_t i = 0; i < width; i++)
        sums[i] = network->feature_biases[i];
    for (int n = 0; n < features->count; n++) {
        const int16_t *weights = network->feature_weights + features->indexes[n] * width;
        for (size_t i = 0; i < width; i++)
            sums[i] = (int16_t)(sums[i] + weights[i]);
    }
}

/* A side's half of the first hidden layer's inputs. */
static void transform_side(const Network *network, const FeatureList *features, uint8_t *inputs) {
    const size_t half = (size_t)network->width / 2;
    int16_t sums[NETWORK_WIDTH_MAX];
    reference_accumulate(network, features, sums);
    for (size_t i = 0; i < half; i++)
        inputs[i] = (uint8_t)((clip(sums[i], NETWORK_ACTIVATION_ONE) *
                               clip(sums[half + i], NETWORK_ACTIVATION_ONE)) >>
                              NETWORK_PRODUCT_SHIFT);
}

/* The first hidden layer: clipped sums first, then the squares. */
static void hidden1(const Network *network, int bucket, const uint8_t *inputs, int16_t *outputs) {
    const size_t width = (size_t)network->width;
    const int8_t *weights = network->hidden1_weights + (size_t)bucket * NETWORK_HIDDEN1 * width;
    for (int i = 0; i < NETWORK_HIDDEN1; i++, weights += width) {
        int32_t sum = network->heads[bucket].hidden1_biases[i];
        for (size_t n = 0; n < width; n++)
            sum += inputs[n] * weights[n];
        const int32_t size = clip(sum < 0 ? -sum : sum, NETWORK_SUM_ONE);
        outputs[i] = (int16_t)clip(sum, NETWORK_SUM_ONE);
        outputs[NETWORK_HIDDEN1 + i] = (int16_t)((size * size) >> NETWORK_SQUARE_SHIFT);
    }
}

static void hidden2(const NetworkHead *head, const int16_t *inputs, int16_t *outputs) {
    for (int i = 0; i < NETWORK_HIDDEN2; i++) {
        int32_t sum = head->hidden2_biases[i];
        for (int n = 0; n < NETWORK_HIDDEN2_INPUTS; n++)
            sum += inputs[n] * head->hidden2_weights[i][n];
        outputs[i] = (int16_t)clip(clip(sum, INT32_MAX) >> NETWORK_TAIL_SHIFT, NETWORK_SUM_ONE);
    }
}

int reference_evaluate_features(const Network *network, const FeatureList *own,
                                const FeatureList *other, int bucket) {
    const NetworkHead *head = &network->heads[bucket];
    uint8_t inputs[NETWORK_WIDTH_MAX];
    int16_t first[NETWORK_HIDDEN2_INPUTS], second[NETWORK_HIDDEN2];
    transform_side(network, own, inputs);
    transform_side(network, other, inputs + network->width / 2);
    hidden1(network, bucket, inputs, first);
    hidden2(head, first, second);
    int32_t sum = head->output_bias;
    for (int n = 0; n < NETWORK_HIDDEN2; n++)
        sum += second[n] * head->output_weights[n];
    const int64_t score = (int64_t)sum * network->scale / NETWORK_OUTPUT_ONE;
    return score > NETWORK_SCORE_BOUND    ? NETWORK_SCORE_BOUND
           : score < -NETWORK_SCORE_BOUND ? -NETWORK_SCORE_BOUND
                                          : (int)score;
}

int reference_evaluate(const Network *network, const Position *position) {
    const Color side = position_side(position);
    FeatureList lists[COLORS];
    feature_list(network->sets, position, lists);
    return reference_evaluate_features(network, &lists[side], &lists[color_flip(side)],
                                       feature_bucket(bb_count(position_occupied(position))));
}
