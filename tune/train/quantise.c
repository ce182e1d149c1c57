#include "train/quantise.h"

#include <math.h>

#include "nnue/reference.h"
#include "train/sample.h"

/* A bucket with fewer positions is left as it is. */
#define SETTLE_MIN_POSITIONS 50

static long quantise(Real value, double one) {
    return lround((double)value * one);
}

static void quantise_features(const Model *model, Network *network) {
    const Real *weights = model_feature_weights(model);
    const int features = (int)model_features(model);
    const Real *biases = model_layer(model, model->parameters, FEATURE_BIASES);
    for (int column = 0; column < model->width; column++) {
        network->feature_biases[column] = (int16_t)quantise(biases[column], NETWORK_ACTIVATION_ONE);
        for (int feature = 0; feature < features; feature++) {
            const Real weight = weights[model_feature_weight((size_t)features, feature, column)];
            network->feature_weights[feature * model->width + column] =
                (int16_t)quantise(weight, NETWORK_ACTIVATION_ONE);
        }
    }
}

/* Squares lose a power of two that is not quite QUANTISE_SUM_ONE; their weights make up for it. */
double quantise_hidden2_one(int input) {
    return input < NETWORK_HIDDEN1
               ? NETWORK_TAIL_ONE
               : NETWORK_TAIL_ONE * (double)(1 << NETWORK_SQUARE_SHIFT) / QUANTISE_SUM_ONE;
}

/* [width][NETWORK_HIDDEN1] */
static const Real *hidden1_weights(const Model *model, int bucket) {
    return model_layer(model, model->parameters, HIDDEN1_WEIGHTS) +
           (size_t)bucket * NETWORK_HIDDEN1 * (size_t)model->width;
}

/* [NETWORK_HIDDEN1][width] */
static int8_t *network_hidden1_weights(Network *network, int bucket) {
    return network->hidden1_weights + (size_t)bucket * NETWORK_HIDDEN1 * (size_t)network->width;
}

static void quantise_hidden1(const Model *model, int bucket, Network *network) {
    const Real *weights = hidden1_weights(model, bucket);
    const Real *biases =
        model_layer(model, model->parameters, HIDDEN1_BIASES) + bucket * NETWORK_HIDDEN1;
    int8_t *to = network_hidden1_weights(network, bucket);
    for (int i = 0; i < NETWORK_HIDDEN1; i++) {
        network->heads[bucket].hidden1_biases[i] = (int32_t)quantise(biases[i], QUANTISE_SUM_ONE);
        for (int n = 0; n < model->width; n++)
            to[i * model->width + n] =
                (int8_t)quantise(weights[n * NETWORK_HIDDEN1 + i], NETWORK_HIDDEN1_ONE);
    }
}

static void quantise_tail(const Model *model, int bucket, NetworkHead *head) {
    Real *parameters = model->parameters;
    const Real *weights = model_layer(model, parameters, HIDDEN2_WEIGHTS) +
                          bucket * NETWORK_HIDDEN2_INPUTS * NETWORK_HIDDEN2;
    const Real *biases = model_layer(model, parameters, HIDDEN2_BIASES) + bucket * NETWORK_HIDDEN2;
    const Real *output = model_layer(model, parameters, OUTPUT_WEIGHTS) + bucket * NETWORK_HIDDEN2;
    for (int i = 0; i < NETWORK_HIDDEN2; i++) {
        for (int n = 0; n < NETWORK_HIDDEN2_INPUTS; n++)
            head->hidden2_weights[i][n] =
                (int16_t)quantise(weights[n * NETWORK_HIDDEN2 + i], quantise_hidden2_one(n));
        head->hidden2_biases[i] = (int32_t)quantise(biases[i], NETWORK_OUTPUT_ONE);
        head->output_weights[i] = (int16_t)quantise(output[i], NETWORK_TAIL_ONE);
    }
    head->output_bias = (int32_t)quantise(model_layer(model, parameters, OUTPUT_BIASES)[bucket],
                                          NETWORK_OUTPUT_ONE);
}

Network *quantise_model(const Model *model, int scale) {
    Network *network = network_create(model->width, model->sets);
    if (!network)
        return NULL;
    network->scale = scale;
    quantise_features(model, network);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        quantise_hidden1(model, bucket, network);
        quantise_tail(model, bucket, &network->heads[bucket]);
    }
    return network;
}

static int sample_score(const Network *network, const Sample *sample) {
    return reference_evaluate_features(network, &sample->features.own, &sample->features.other,
                                       sample->packed.bucket);
}

/* Differences between network and model, in centipawns, of each bucket. */
typedef struct Shifts {
    const Network *network;
    double sums[NETWORK_OUTPUT_BUCKETS];
    int counts[NETWORK_OUTPUT_BUCKETS];
} Shifts;

static void note_shift(void *context, const Sample *sample) {
    Shifts *shifts = context;
    const int bucket = sample->packed.bucket;
    const double wanted = sample->output * shifts->network->scale;
    shifts->sums[bucket] += sample_score(shifts->network, sample) - wanted;
    shifts->counts[bucket]++;
}

void quantise_settle(const Model *model, Workspace *workspace, Network *network,
                     const PositionStore *store, size_t limit) {
    Shifts shifts = {.network = network};
    samples_visit(model, workspace, store, limit, note_shift, &shifts);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        if (shifts.counts[bucket] < SETTLE_MIN_POSITIONS)
            continue;
        const double mean = shifts.sums[bucket] / shifts.counts[bucket];
        network->heads[bucket].output_bias -=
            (int32_t)lround(mean / network->scale * NETWORK_OUTPUT_ONE);
    }
}

typedef struct Comparison {
    const Network *network;
    const Target *target;
    QuantiseReport *report;
} Comparison;

static void note_accumulators(const Network *network, const FeatureList *features,
                              QuantiseReport *report) {
    int16_t sums[NETWORK_WIDTH_MAX];
    reference_accumulate(network, features, sums);
    for (int i = 0; i < network->width; i++) {
        if (sums[i] < report->lowest_accumulator)
            report->lowest_accumulator = sums[i];
        if (sums[i] > report->highest_accumulator)
            report->highest_accumulator = sums[i];
    }
}

static void compare(void *context, const Sample *sample) {
    const Comparison *comparison = context;
    const Network *network = comparison->network;
    QuantiseReport *report = comparison->report;
    note_accumulators(network, &sample->features.own, report);
    note_accumulators(network, &sample->features.other, report);
    const double score = sample_score(network, sample);
    const double wanted = target_value(comparison->target, &sample->packed);
    const double model_miss = 1 / (1 + exp(-sample->output)) - wanted;
    const double network_miss = 1 / (1 + exp(-score / network->scale)) - wanted;
    const double error = fabs(score - sample->output * network->scale);
    report->positions++;
    report->model_loss += model_miss * model_miss;
    report->network_loss += network_miss * network_miss;
    report->mean_error += error;
    report->worst_error = error > report->worst_error ? error : report->worst_error;
}

void quantise_measure(const Model *model, Workspace *workspace, const Network *network,
                      const Target *target, const PositionStore *store, size_t limit,
                      QuantiseReport *report) {
    *report = (QuantiseReport){0};
    Comparison comparison = {network, target, report};
    samples_visit(model, workspace, store, limit, compare, &comparison);
    report->model_loss /= (double)report->positions;
    report->network_loss /= (double)report->positions;
    report->mean_error /= (double)report->positions;
}
