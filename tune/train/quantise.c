#include "train/quantise.h"

#include <math.h>

#include "nnue/reference.h"
#include "train/permutation.h"

/* A bucket with fewer positions is left as it is. */
#define SETTLE_MIN_POSITIONS 50

/* Positions evaluated at a time. */
#define SAMPLE_BLOCK 64

/* What one unit of the sums of the first hidden layer is worth, exactly. */
#define SUM_ONE ((double)NETWORK_OUTPUT_ONE / NETWORK_TAIL_ONE)

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

int quantise_column(const Network *network, const Model *model, int column) {
    const int half = network->width / 2;
    return column < half ? column : model->width / 2 + column - half;
}

/* Carries a number of the model over to the integer of the network that stands for it, or back;
 * `one` is what stands for 1. */
#define CARRY(back, real, integer, one)                                                            \
    ((back) ? (void)((real) = (Real)((integer) / (double)(one)))                                   \
            : (void)((integer) = (__typeof__(integer))quantise((real), (double)(one))))

static void carry_hidden1(const Model *model, const Network *network, int bucket, bool back) {
    const size_t at = (size_t)bucket * NETWORK_HIDDEN1;
    Real *weights =
        model_layer(model, model->parameters, HIDDEN1_WEIGHTS) + at * (size_t)model->width;
    Real *biases = model_layer(model, model->parameters, HIDDEN1_BIASES) + at;
    int8_t *integers = network->hidden1_weights + at * (size_t)network->width;
    for (int i = 0; i < NETWORK_HIDDEN1; i++) {
        CARRY(back, biases[i], network->heads[bucket].hidden1_biases[i], SUM_ONE);
        for (int n = 0; n < network->width; n++)
            CARRY(back, weights[quantise_column(network, model, n) * NETWORK_HIDDEN1 + i],
                  integers[i * network->width + n], NETWORK_HIDDEN1_ONE);
    }
}

/* Squares lose a power of two that is not quite SUM_ONE; their weights make up for it. */
static double hidden2_one(int input) {
    return input < NETWORK_HIDDEN1
               ? NETWORK_TAIL_ONE
               : NETWORK_TAIL_ONE * (double)(1 << NETWORK_SQUARE_SHIFT) / SUM_ONE;
}

static void carry_tail(const Model *model, NetworkHead *head, int bucket, bool back) {
    Real *parameters = model->parameters;
    Real *weights = model_layer(model, parameters, HIDDEN2_WEIGHTS) +
                    bucket * NETWORK_HIDDEN2_INPUTS * NETWORK_HIDDEN2;
    Real *biases = model_layer(model, parameters, HIDDEN2_BIASES) + bucket * NETWORK_HIDDEN2;
    Real *output = model_layer(model, parameters, OUTPUT_WEIGHTS) + bucket * NETWORK_HIDDEN2;
    for (int i = 0; i < NETWORK_HIDDEN2; i++) {
        for (int n = 0; n < NETWORK_HIDDEN2_INPUTS; n++)
            CARRY(back, weights[n * NETWORK_HIDDEN2 + i], head->hidden2_weights[i][n],
                  hidden2_one(n));
        CARRY(back, biases[i], head->hidden2_biases[i], NETWORK_OUTPUT_ONE);
        CARRY(back, output[i], head->output_weights[i], NETWORK_TAIL_ONE);
    }
    CARRY(back, model_layer(model, parameters, OUTPUT_BIASES)[bucket], head->output_bias,
          NETWORK_OUTPUT_ONE);
}

void quantise_heads(const Model *model, const Network *network, bool back) {
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        carry_hidden1(model, network, bucket, back);
        carry_tail(model, &network->heads[bucket], bucket, back);
    }
}

Network *quantise_model(const Model *model, int scale) {
    Network *network = network_create(model->width, model->sets);
    if (!network)
        return NULL;
    network->scale = scale;
    quantise_features(model, network);
    quantise_heads(model, network, false);
    return network;
}

/* A position with what the model makes of it. */
typedef struct Sample {
    PackedPosition packed;
    FeaturePair features;
    double output;
} Sample;

/* Calls visit() for up to `limit` positions of the store in random order, always the same ones. */
static void visit_samples(const Model *model, Workspace *workspace, const PositionStore *store,
                          size_t limit, void (*visit)(void *context, const Sample *sample),
                          void *context) {
    Permutation order;
    permutation_begin(&order, store->count, 0);
    const size_t total = store->count < limit ? store->count : limit;
    for (size_t begin = 0; begin < total; begin += SAMPLE_BLOCK) {
        PackedPosition positions[SAMPLE_BLOCK];
        Real outputs[SAMPLE_BLOCK];
        const int count = total - begin < SAMPLE_BLOCK ? (int)(total - begin) : SAMPLE_BLOCK;
        for (int n = 0; n < count; n++)
            positions[n] = *store_at(store, permutation_at(&order, begin + (size_t)n));
        gradient_outputs(model, workspace, positions, count, outputs);
        for (int n = 0; n < count; n++) {
            Sample sample = {.packed = positions[n], .output = (double)outputs[n]};
            packed_features(&positions[n], model->sets, &sample.features);
            visit(context, &sample);
        }
    }
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
    visit_samples(model, workspace, store, limit, note_shift, &shifts);
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
    visit_samples(model, workspace, store, limit, compare, &comparison);
    report->model_loss /= (double)report->positions;
    report->network_loss /= (double)report->positions;
    report->mean_error /= (double)report->positions;
}
