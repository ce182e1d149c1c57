#include "nnue/packed_network.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Where things lie in the block, in bytes from its beginning. */
typedef struct Layout {
    size_t feature_weights;
    size_t feature_biases;
    size_t hidden1_weights;
    size_t size;
} Layout;

static size_t aligned(size_t bytes) {
    return (bytes + KERNEL_ALIGNMENT - 1) / KERNEL_ALIGNMENT * KERNEL_ALIGNMENT;
}

static size_t head_weights_size(int width) {
    return (size_t)NETWORK_HIDDEN1 * (size_t)width;
}

static Layout layout_of(int width, FeatureSets sets) {
    const size_t row = (size_t)width * sizeof(int16_t);
    Layout layout;
    layout.feature_weights = aligned(sizeof(PackedNetwork));
    layout.feature_biases = layout.feature_weights + (size_t)feature_sets_features(sets) * row;
    layout.hidden1_weights = layout.feature_biases + aligned(row);
    layout.size = layout.hidden1_weights + NETWORK_OUTPUT_BUCKETS * head_weights_size(width);
    return layout;
}

/* [NETWORK_HIDDEN1][width] */
static const int8_t *head_weights(const Network *network, int bucket) {
    return network->hidden1_weights + (size_t)bucket * head_weights_size(network->width);
}

/* Whether 16 bits hold what KERNEL_JOINED groups of four inputs give an output in the worst case:
 * each group two sums, of its first two products and of the others, which are added apart. */
static bool hidden1_joins(const Network *network, int bucket) {
    const int width = network->width, most = INT16_MAX / NETWORK_INPUT_MAX;
    const int8_t *weights = head_weights(network, bucket);
    for (int begin = 0; begin < NETWORK_HIDDEN1 * width; begin += 4 * KERNEL_JOINED) {
        int sizes[2] = {0};
        for (int i = 0; i < 4 * KERNEL_JOINED; i++)
            sizes[i / 2 % 2] += abs(weights[begin + i]);
        if (sizes[0] > most || sizes[1] > most)
            return false;
    }
    return true;
}

static void pack_hidden1(const Network *network, int bucket, int8_t *packed) {
    const int width = network->width;
    const int8_t *weights = head_weights(network, bucket);
    for (int input = 0; input < width; input += 4) {
        for (int neuron = 0; neuron < NETWORK_HIDDEN1; neuron++, packed += 4)
            memcpy(packed, weights + neuron * width + input, 4);
    }
}

static void pack_head(const NetworkHead *head, PackedHead *packed) {
    memcpy(packed->hidden1_biases, head->hidden1_biases, sizeof packed->hidden1_biases);
    memcpy(packed->hidden2_biases, head->hidden2_biases, sizeof packed->hidden2_biases);
    memcpy(packed->output_weights, head->output_weights, sizeof packed->output_weights);
    packed->output_bias = head->output_bias;
    for (int neuron = 0; neuron < NETWORK_HIDDEN2; neuron++) {
        for (int input = 0; input < NETWORK_HIDDEN2_INPUTS; input++)
            packed->hidden2_weights[input / 2][neuron][input % 2] =
                head->hidden2_weights[neuron][input];
    }
}

static void set_pointers(PackedNetwork *packed, const Layout *layout) {
    const char *block = (const char *)packed;
    packed->feature_weights = (const int16_t *)(block + layout->feature_weights);
    packed->feature_biases = (const int16_t *)(block + layout->feature_biases);
    for (size_t bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++)
        packed->heads[bucket].hidden1_weights = (const int8_t *)block + layout->hidden1_weights +
                                                bucket * head_weights_size(packed->width);
}

PackedNetwork *packed_network_create(const Network *network, const Kernel *kernel) {
    const Layout layout = layout_of(network->width, network->sets);
    const MemoryWish wish = {.pages = PAGES_TRANSPARENT};
    MemoryBlock memory;
    if (!memory_block_map(&memory, layout.size, &wish))
        return NULL;
    char *block = memory.address;
    memcpy(block + layout.feature_weights, network->feature_weights,
           layout.feature_biases - layout.feature_weights);
    memcpy(block + layout.feature_biases, network->feature_biases,
           (size_t)network->width * sizeof(int16_t));
    PackedNetwork *packed = (PackedNetwork *)block;
    atomic_init(&packed->owners, 1);
    packed->memory = memory;
    packed->width = network->width;
    packed->sets = network->sets;
    packed->scale = network->scale;
    packed->id = network->id;
    packed->kernel = kernel;
    set_pointers(packed, &layout);
    int8_t *hidden1_weights = (int8_t *)block + layout.hidden1_weights;
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        pack_hidden1(network, bucket, hidden1_weights);
        pack_head(&network->heads[bucket], &packed->heads[bucket]);
        packed->heads[bucket].hidden1_joins = hidden1_joins(network, bucket);
        hidden1_weights += head_weights_size(network->width);
    }
    return packed;
}

PackedNetwork *packed_network_copy(const PackedNetwork *network, const MemoryWish *wish) {
    const Layout layout = layout_of(network->width, network->sets);
    MemoryBlock memory;
    if (!memory_block_map(&memory, layout.size, wish))
        return NULL;
    if (!memory_block_populate(&memory, 0, 1)) {
        memory_block_unmap(&memory);
        return NULL;
    }
    PackedNetwork *copy = memory.address;
    /* What comes before is its own: a count that other threads may be changing, and its memory. */
    const size_t own = offsetof(PackedNetwork, width);
    memcpy((char *)copy + own, (const char *)network + own, layout.size - own);
    atomic_init(&copy->owners, 1);
    copy->memory = memory;
    set_pointers(copy, &layout);
    return copy;
}

PackedNetwork *packed_network_share(PackedNetwork *network) {
    atomic_fetch_add_explicit(&network->owners, 1, memory_order_relaxed);
    return network;
}

void packed_network_release(PackedNetwork *network) {
    /* Acquire and release: what other owners have read comes before the end of the memory. */
    if (!network || atomic_fetch_sub_explicit(&network->owners, 1, memory_order_acq_rel) > 1)
        return;
    MemoryBlock memory = network->memory;
    memory_block_unmap(&memory);
}

int packed_network_score(const PackedNetwork *network, const int16_t *own, const int16_t *other,
                         int pieces) {
    const PackedHead *head = &network->heads[feature_bucket(pieces)];
    const int32_t output = network->kernel->propagate(network->width, head, own, other);
    const int64_t score = (int64_t)output * network->scale / NETWORK_OUTPUT_ONE;
    return score > NETWORK_SCORE_BOUND    ? NETWORK_SCORE_BOUND
           : score < -NETWORK_SCORE_BOUND ? -NETWORK_SCORE_BOUND
                                          : (int)score;
}

static void accumulate(const PackedNetwork *network, const FeatureList *list, int16_t *sums) {
    FeatureChanges changes;
    changes.removed_count = 0;
    changes.added_count = list->count;
    memcpy(changes.added, list->indexes, (size_t)list->count * sizeof list->indexes[0]);
    network->kernel->update(network->width, network->feature_weights, &changes,
                            network->feature_biases, sums);
}

int packed_network_evaluate(const PackedNetwork *network, const Position *position) {
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[COLORS][NETWORK_WIDTH_MAX];
    const Color side = position_side(position);
    FeatureList lists[COLORS];
    feature_list(network->sets, position, lists);
    accumulate(network, &lists[WHITE], sums[WHITE]);
    accumulate(network, &lists[BLACK], sums[BLACK]);
    return packed_network_score(network, sums[side], sums[color_flip(side)],
                                bb_count(position_occupied(position)));
}
