#include "train/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/dense.h"
#include "train/logistic.h"
#include "train/sparse.h"

#define BUCKETS         NETWORK_OUTPUT_BUCKETS
#define HIDDEN1         NETWORK_HIDDEN1
#define HIDDEN2         NETWORK_HIDDEN2
#define INPUTS2         NETWORK_HIDDEN2_INPUTS
#define HIDDEN1_VECTORS (HIDDEN1 / LANES)
#define HIDDEN2_VECTORS (HIDDEN2 / LANES)

_Static_assert(HIDDEN2_VECTORS <= VECTOR_REGISTERS, "a row of results is one tile");

/* Positions that pass through the layers together; what they need stays in the cache. */
#define CHUNK 128

/* Columns of one tile when the derivatives by the inputs of the first hidden layer are computed. */
#define INPUT_TILE_VECTORS 4
#define INPUT_TILE         (INPUT_TILE_VECTORS * LANES)

/* What passes through the small layers. */
typedef struct Activations {
    _Alignas(VECTOR_SIZE) Real sums1[CHUNK][HIDDEN1]; /* later the derivatives by them */
    Real inputs2[CHUNK][INPUTS2];
    Real sums2[CHUNK][HIDDEN2]; /* likewise */
    Real inputs2_derivatives[CHUNK][INPUTS2];
    Real outputs[CHUNK];
    Real output_derivatives[CHUNK];
} Activations;

struct Workspace {
    size_t parameter_count;
    int width;
    int capacity;
    Real *gradient;
    Real *accumulators; /* [CHUNK][2][width], later the derivatives by them */
    Real *inputs;       /* [CHUNK][width], of the first hidden layer; later likewise */
    PackedPosition *sorted;
    FeaturePair features[CHUNK];
    Activations *activations;
};

/* Positions of one bucket within a chunk. */
typedef struct Run {
    int begin;
    int count;
    int bucket;
} Run;

Workspace *workspace_create(const Model *model, int capacity) {
    Workspace *workspace = calloc(1, sizeof *workspace);
    if (!workspace)
        return NULL;
    workspace->parameter_count = model->count;
    workspace->width = model->width;
    workspace->capacity = capacity;
    workspace->gradient = model_array(model->count);
    workspace->accumulators = model_array(2 * CHUNK * (size_t)model->width);
    workspace->inputs = model_array(CHUNK * (size_t)model->width);
    workspace->sorted = malloc((size_t)capacity * sizeof(PackedPosition));
    workspace->activations = aligned_alloc(VECTOR_SIZE, sizeof(Activations));
    if (!workspace->gradient || !workspace->accumulators || !workspace->inputs ||
        !workspace->sorted || !workspace->activations) {
        workspace_destroy(workspace);
        return NULL;
    }
    return workspace;
}

void workspace_destroy(Workspace *workspace) {
    if (!workspace)
        return;
    model_array_free(workspace->gradient, workspace->parameter_count);
    model_array_free(workspace->accumulators, 2 * CHUNK * (size_t)workspace->width);
    model_array_free(workspace->inputs, CHUNK * (size_t)workspace->width);
    free(workspace->sorted);
    free(workspace->activations);
    free(workspace);
}

Real *workspace_gradient(const Workspace *workspace) {
    return workspace->gradient;
}

double target_value(const Target *target, const PackedPosition *position) {
    const double expected = logistic_expectation(position->score, target->k);
    if (position->kind == PACKED_OF_TREE)
        return expected;
    return target->outcome_share * position->outcome / 2.0 + (1 - target->outcome_share) * expected;
}

/* A layer of one bucket. */
static Real *layer_of(const Model *model, Real *array, LayerName name, int bucket) {
    return model_layer(model, array, name) + (size_t)bucket * (model->layers[name].count / BUCKETS);
}

static Real *output_bias(const Model *model, Real *array, int bucket) {
    return model_layer(model, array, OUTPUT_BIASES) + bucket;
}

/* Products of the clipped halves of each side's accumulators. */
static void pairs_forward(const Real *restrict accumulators, Real *restrict inputs, int width,
                          int count) {
    const int half = width / 2;
    for (int n = 0; n < 2 * count; n++) {
        const Real *low = accumulators + n * width, *high = low + half;
        Real *products = inputs + n * half;
        for (int i = 0; i < half; i++)
            products[i] = real_clip(low[i]) * real_clip(high[i]);
    }
}

/* Rounds inputs down to the steps that the quantised network has. */
static void inputs_round(Real *inputs, int count) {
    static const Real STEPS =
        (Real)NETWORK_ACTIVATION_ONE * NETWORK_ACTIVATION_ONE / (1 << NETWORK_PRODUCT_SHIFT);
    for (int i = 0; i < count; i++)
        inputs[i] = (Real)(int32_t)(inputs[i] * STEPS) / STEPS;
}

/* Turns accumulators into the derivatives by them. */
static void pairs_backward(Real *restrict accumulators, const Real *restrict derivatives, int width,
                           int count) {
    const int half = width / 2;
    for (int n = 0; n < 2 * count; n++) {
        Real *restrict low = accumulators + n * width, *restrict high = low + half;
        const Real *change = derivatives + n * half;
        for (int i = 0; i < half; i++) {
            const Real a = low[i], b = high[i];
            const Real to_a = change[i] * real_clip(b), to_b = change[i] * real_clip(a);
            low[i] = (a > 0 && a < 1) ? to_a : 0;
            high[i] = (b > 0 && b < 1) ? to_b : 0;
        }
    }
}

/* Clipped sums and squares: the inputs of the second hidden layer. */
static void hidden1_activate(const Real *restrict sums, Real *restrict inputs) {
    for (int i = 0; i < HIDDEN1; i++) {
        const Real clipped = real_clip(sums[i]), size = real_clip(-sums[i]) + clipped;
        inputs[i] = clipped;
        inputs[HIDDEN1 + i] = size * size;
    }
}

/* Turns sums into the derivatives by them. */
static void hidden1_differentiate(Real *restrict sums, const Real *restrict derivatives) {
    for (int i = 0; i < HIDDEN1; i++) {
        const Real sum = sums[i];
        const Real linear = sum > 0 ? derivatives[i] : 0;
        const Real change = linear + 2 * sum * derivatives[HIDDEN1 + i];
        sums[i] = (sum > -1 && sum < 1) ? change : 0;
    }
}

static void run_forward(const Model *model, const Workspace *workspace, Run run) {
    Activations *act = workspace->activations;
    Real *parameters = model->parameters;
    const int width = model->width, begin = run.begin, bucket = run.bucket;
    const DenseLayer hidden1 = {
        model_hidden1_weights(model) + (size_t)bucket * HIDDEN1 * (size_t)width,
        layer_of(model, parameters, HIDDEN1_BIASES, bucket), width, HIDDEN1};
    dense_forward(hidden1, workspace->inputs + begin * width, act->sums1[begin], run.count,
                  HIDDEN1_VECTORS);
    for (int n = begin; n < begin + run.count; n++)
        hidden1_activate(act->sums1[n], act->inputs2[n]);
    const DenseLayer hidden2 = {layer_of(model, parameters, HIDDEN2_WEIGHTS, bucket),
                                layer_of(model, parameters, HIDDEN2_BIASES, bucket), INPUTS2,
                                HIDDEN2};
    dense_forward(hidden2, act->inputs2[begin], act->sums2[begin], run.count, HIDDEN2_VECTORS);
    const Real *weights = layer_of(model, parameters, OUTPUT_WEIGHTS, bucket);
    const Real bias = *output_bias(model, parameters, bucket);
    for (int n = begin; n < begin + run.count; n++) {
        Real sum = bias;
        for (int i = 0; i < HIDDEN2; i++)
            sum += weights[i] * real_clip(act->sums2[n][i]);
        act->outputs[n] = sum;
    }
}

/* From the derivatives by the outputs to those by the sums of the second hidden layer. */
static void output_backward(const Model *model, const Workspace *workspace, Run run) {
    Activations *act = workspace->activations;
    const Real *weights = layer_of(model, model->parameters, OUTPUT_WEIGHTS, run.bucket);
    Real *to_weights = layer_of(model, workspace->gradient, OUTPUT_WEIGHTS, run.bucket);
    Real *to_bias = output_bias(model, workspace->gradient, run.bucket);
    for (int n = run.begin; n < run.begin + run.count; n++) {
        const Real change = act->output_derivatives[n];
        Real *sums = act->sums2[n];
        *to_bias += change;
        for (int i = 0; i < HIDDEN2; i++) {
            const Real sum = sums[i];
            to_weights[i] += change * real_clip(sum);
            sums[i] = (sum > 0 && sum < 1) ? change * weights[i] : 0;
        }
    }
}

static void biases_backward(Real *restrict gradient, const Real *restrict derivatives, int columns,
                            int rows) {
    for (int n = 0; n < rows; n++)
        for (int i = 0; i < columns; i++)
            gradient[i] += derivatives[n * columns + i];
}

/* Leaves the derivatives by the inputs of the first hidden layer in workspace->inputs. */
static void run_backward(const Model *model, const Workspace *workspace, Run run) {
    Activations *act = workspace->activations;
    Real *gradient = workspace->gradient;
    const int width = model->width, begin = run.begin, bucket = run.bucket;
    output_backward(model, workspace, run);
    biases_backward(layer_of(model, gradient, HIDDEN2_BIASES, bucket), act->sums2[begin], HIDDEN2,
                    run.count);
    dense_gradient(layer_of(model, gradient, HIDDEN2_WEIGHTS, bucket), act->inputs2[begin], INPUTS2,
                   INPUTS2, act->sums2[begin], run.count, HIDDEN2_VECTORS);
    const DenseLayer hidden2 = {model->hidden2_transposed + (size_t)bucket * INPUTS2 * HIDDEN2,
                                NULL, HIDDEN2, INPUTS2};
    dense_forward(hidden2, act->sums2[begin], act->inputs2_derivatives[begin], run.count,
                  INPUTS2 / LANES);
    for (int n = begin; n < begin + run.count; n++)
        hidden1_differentiate(act->sums1[n], act->inputs2_derivatives[n]);
    biases_backward(layer_of(model, gradient, HIDDEN1_BIASES, bucket), act->sums1[begin], HIDDEN1,
                    run.count);
    Real *inputs = workspace->inputs + begin * width;
    dense_gradient(layer_of(model, gradient, HIDDEN1_WEIGHTS, bucket), inputs, width, width,
                   act->sums1[begin], run.count, HIDDEN1_VECTORS);
    const Real *weights = model->hidden1_transposed + (size_t)bucket * HIDDEN1 * (size_t)width;
    for (int column = 0; column < width; column += INPUT_TILE)
        dense_forward((DenseLayer){weights + column, NULL, HIDDEN1, width}, act->sums1[begin],
                      inputs + column, run.count, INPUT_TILE_VECTORS);
}

/* Squared error of each output of the chunk, and the derivatives by the outputs. */
static double chunk_error(Activations *act, const Target *target, const PackedPosition *positions,
                          int count) {
    double loss = 0;
    for (int n = 0; n < count; n++) {
        const double expected = 1 / (1 + exp(-(double)act->outputs[n]));
        double error = expected - target_value(target, &positions[n]);
        if (packed_is_within_bound(&positions[n], error))
            error = 0;
        loss += error * error;
        act->output_derivatives[n] = (Real)(2 * error * expected * (1 - expected));
    }
    return loss;
}

/* Calls one of the above for each run of positions with the same bucket. */
static void chunk_pass(const Model *model, const Workspace *workspace,
                       const PackedPosition *positions, int count,
                       void (*pass)(const Model *, const Workspace *, Run)) {
    for (int begin = 0, end; begin < count; begin = end) {
        const int bucket = positions[begin].bucket;
        for (end = begin + 1; end < count && positions[end].bucket == bucket; end++)
            ;
        pass(model, workspace, (Run){begin, end - begin, bucket});
    }
}

static void chunk_forward(const Model *model, Workspace *workspace, const PackedPosition *positions,
                          int count) {
    for (int n = 0; n < count; n++)
        packed_features(&positions[n], model->sets, &workspace->features[n]);
    sparse_forward(model, workspace->features, count, workspace->accumulators);
    pairs_forward(workspace->accumulators, workspace->inputs, model->width, count);
    if (model->rounds)
        inputs_round(workspace->inputs, model->width * count);
    chunk_pass(model, workspace, positions, count, run_forward);
}

static void chunk_backward(const Model *model, Workspace *workspace,
                           const PackedPosition *positions, int count) {
    chunk_pass(model, workspace, positions, count, run_backward);
    pairs_backward(workspace->accumulators, workspace->inputs, model->width, count);
    sparse_backward(model, workspace->features, count, workspace->accumulators,
                    workspace->gradient);
}

/* Long runs of one bucket make the dense layers fast. Equal ones keep their order. */
static void sort_by_bucket(PackedPosition *positions, PackedPosition *sorted, int count) {
    int places[BUCKETS + 1] = {0};
    for (int n = 0; n < count; n++)
        places[positions[n].bucket + 1]++;
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        places[bucket + 1] += places[bucket];
    for (int n = 0; n < count; n++)
        sorted[places[positions[n].bucket]++] = positions[n];
    memcpy(positions, sorted, (size_t)count * sizeof *positions);
}

double gradient_loss(const Model *model, Workspace *workspace, const Target *target,
                     PackedPosition *positions, int count, bool learns) {
    sort_by_bucket(positions, workspace->sorted, count);
    double loss = 0;
    for (int begin = 0; begin < count; begin += CHUNK) {
        const PackedPosition *chunk = positions + begin;
        const int size = count - begin < CHUNK ? count - begin : CHUNK;
        chunk_forward(model, workspace, chunk, size);
        loss += chunk_error(workspace->activations, target, chunk, size);
        if (learns)
            chunk_backward(model, workspace, chunk, size);
    }
    return loss;
}

void gradient_outputs(const Model *model, Workspace *workspace, const PackedPosition *positions,
                      int count, Real *outputs) {
    for (int begin = 0; begin < count; begin += CHUNK) {
        const int size = count - begin < CHUNK ? count - begin : CHUNK;
        chunk_forward(model, workspace, positions + begin, size);
        memcpy(outputs + begin, workspace->activations->outputs, (size_t)size * sizeof(Real));
    }
}
