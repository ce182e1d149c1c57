#include <stdio.h>
#include <string.h>

#include "adapter.h"
#include "base/random.h"
#include "nnue/accumulators.h"
#include "nnue/embedded_network.h"
#include "positions.h"
#include "suites.h"

#define LINE_LENGTH 64

typedef struct NetworkBench {
    const char *name;
    void (*run)(BenchState *state, const PackedNetwork *network);
    const Kernel *kernel;
} NetworkBench;

static int random_weight(uint64_t *seed, int most) {
    return (int)random_scale(random_next(seed), (uint64_t)most * 2 + 1) - most;
}

/* The network for a kernel, whose owner the caller becomes. */
static PackedNetwork *create_network(const Kernel *kernel) {
    Network *network = embedded_network_decode();
    PackedNetwork *packed = network ? packed_network_create(network, kernel) : NULL;
    network_destroy(network);
    return packed;
}

static void bench_network(BenchState *state, const void *context) {
    const NetworkBench *bench = context;
    PackedNetwork *network = create_network(bench->kernel);
    if (!network) {
        bench_fail(state, "not enough memory");
        return;
    }
    char label[64];
    snprintf(label, sizeof label, "width %d", network->width);
    bench_set_label(state, label);
    bench->run(state, network);
    packed_network_release(network);
}

/* One piece comes and one goes, for each side; items are positions. */
static void update_accumulators(BenchState *state, const PackedNetwork *network) {
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NETWORK_WIDTH_MAX] = {0};
    enum { UPDATES = 256 };
    FeatureChanges changes[UPDATES];
    uint64_t seed = 5;
    const uint64_t features = (uint64_t)feature_sets_features(network->sets);
    for (int i = 0; i < UPDATES; i++) {
        changes[i] = (FeatureChanges){.added_count = 1, .removed_count = 1};
        changes[i].added[0] = (uint16_t)random_scale(random_next(&seed), features);
        changes[i].removed[0] = (uint16_t)random_scale(random_next(&seed), features);
    }
    while (bench_keep_running(state)) {
        for (int i = 0; i < UPDATES; i++)
            network->kernel->update(network->width, network->feature_weights, &changes[i],
                                    network->feature_biases, sums[i % 2]);
        bench_consume((uint64_t)sums[0][0]);
    }
    bench_set_items(state, UPDATES / COLORS);
}

/* From the biases and all pieces; items are positions. */
static void refresh_accumulators(BenchState *state, const PackedNetwork *network) {
    const PositionSet *set = positions_all(true);
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[NETWORK_WIDTH_MAX];
    while (bench_keep_running(state)) {
        for (int i = 0; i < set->count; i++) {
            FeatureList lists[COLORS];
            feature_list(network->sets, &set->positions[i], lists);
            for (Color side = WHITE; side < COLORS; side++) {
                const FeatureList *list = &lists[side];
                FeatureChanges changes;
                changes.removed_count = 0;
                changes.added_count = list->count;
                for (int feature = 0; feature < list->count; feature++)
                    changes.added[feature] = list->indexes[feature];
                network->kernel->update(network->width, network->feature_weights, &changes,
                                        network->feature_biases, sums);
                bench_consume((uint64_t)sums[0]);
            }
        }
    }
    bench_set_items(state, set->count);
}

/* The layers behind the accumulators; items are positions. */
static void propagate(BenchState *state, const PackedNetwork *network) {
    enum { SIDES = 8 };
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[SIDES][NETWORK_WIDTH_MAX];
    uint64_t seed = 6;
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < network->width; i++)
            sums[side][i] = (int16_t)random_weight(&seed, NETWORK_ACTIVATION_ONE * 3 / 2);
    }
    while (bench_keep_running(state)) {
        for (int side = 0; side < SIDES; side++)
            bench_consume((uint64_t)packed_network_score(network, sums[side],
                                                         sums[(side + 1) % SIDES], 2 + side % 31));
    }
    bench_set_items(state, SIDES);
}

/* Each position of a line from the one before it, layers included; items are positions. */
static void evaluate_line(BenchState *state, const PackedNetwork *network) {
    Position line[LINE_LENGTH];
    int count = positions_line(line, LINE_LENGTH);
    Accumulators accumulators = {0};
    while (bench_keep_running(state)) {
        accumulators_begin(&accumulators, network);
        for (int ply = 0; ply < count; ply++)
            bench_consume((uint64_t)accumulators_evaluate(&accumulators, line, ply));
    }
    bench_set_items(state, count);
    accumulators_free(&accumulators);
}

/* Items are positions. */
static void evaluate_from_nothing(BenchState *state, const PackedNetwork *network) {
    const PositionSet *set = positions_all(true);
    while (bench_keep_running(state)) {
        for (int i = 0; i < set->count; i++)
            bench_consume((uint64_t)packed_network_evaluate(network, &set->positions[i]));
    }
    bench_set_items(state, set->count);
}

void network_register(void) {
    static const NetworkBench BENCHMARKS[] = {
        {"accumulator_update", update_accumulators, NULL},
        {"accumulator_refresh", refresh_accumulators, NULL},
        {"propagate", propagate, NULL},
        {"evaluate_line", evaluate_line, NULL},
        {"evaluate_from_nothing", evaluate_from_nothing, NULL},
    };
    static NetworkBench benches[ARRAY_LENGTH(BENCHMARKS)][KERNELS_MAX];
    const Kernel *kernels[KERNELS_MAX];
    int count = kernel_list(kernels);
    for (size_t i = 0; i < ARRAY_LENGTH(BENCHMARKS); i++) {
        for (int kernel = 0; kernel < count; kernel++) {
            char name[64];
            snprintf(name, sizeof name, "network/%s/%s", BENCHMARKS[i].name, kernels[kernel]->name);
            for (char *blank = strchr(name, ' '); blank; blank = strchr(blank, ' '))
                *blank = '_'; /* for filters on the command line */
            benches[i][kernel] = BENCHMARKS[i];
            benches[i][kernel].kernel = kernels[kernel];
            bench_register(name, bench_network, &benches[i][kernel]);
        }
    }
}
