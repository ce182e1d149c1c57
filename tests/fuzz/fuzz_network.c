/* Fuzz target: the file of a network, as it is or as changes to a good one with a checksum that
 * fits. The weights that are accepted are written as they were read, and evaluate by the fastest
 * kernel as by the reference, without an overflow. */

#include "chess/fen.h"
#include "edits.h"
#include "nnue/network_file.h"
#include "nnue/packed_network.h"
#include "nnue/reference.h"

#define HEADER_SIZE     512
#define OFFSET_KINGS    16
#define OFFSET_FEATURES 12
#define OFFSET_WIDTH    36
#define OFFSET_CHECKSUM 504
#define FILE_MAX        ((size_t)2 << 20)
#define FEATURE_SETS    3

static uint64_t read_number(const uint8_t *bytes, int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static uint64_t checksum_add(uint64_t hash, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i + 8 <= size; i += 8) {
        hash = (hash ^ read_number(bytes + i, 8)) * 0x100000001B3ULL;
        hash ^= hash >> 29;
    }
    return hash;
}

static void correct_checksum(uint8_t *bytes, size_t size) {
    uint64_t hash = checksum_add(0xCBF29CE484222325ULL, bytes, OFFSET_CHECKSUM);
    hash = checksum_add(hash, bytes + HEADER_SIZE, size - HEADER_SIZE);
    for (int i = 0; i < 8; i++)
        bytes[OFFSET_CHECKSUM + i] = (uint8_t)(hash >> 8 * i);
}

/* As long as its header says, where that is short. */
static void correct_size(uint8_t *bytes, size_t *size) {
    const uint64_t width = read_number(bytes + OFFSET_WIDTH, 4);
    const uint64_t kings = read_number(bytes + OFFSET_KINGS, 4);
    const uint64_t features = read_number(bytes + OFFSET_FEATURES, 4);
    if (width > NETWORK_WIDTH_MAX || kings > NETWORK_KING_BUCKETS_MAX || features > FEATURE_SETS ||
        *size < HEADER_SIZE)
        return;
    const FeatureSets sets = {.king_buckets = (int)kings,
                              .states = features > 1 ? NETWORK_STATES_MAX : 1,
                              .attackers = features > 2};
    const size_t wanted = network_file_size((int)width, sets);
    if (wanted > FILE_MAX)
        return;
    if (wanted > *size)
        memset(bytes + *size, 1, wanted - *size);
    *size = wanted;
}

static size_t good_file(uint8_t *bytes) {
    Network *network = network_create(NETWORK_WIDTH_MIN, (FeatureSets){1, 1, 0});
    MUST(network);
    network->scale = 300;
    snprintf(network->provenance, sizeof network->provenance, "made by fuzz_network");
    const size_t weights = (size_t)feature_sets_features(network->sets) * NETWORK_WIDTH_MIN;
    for (size_t i = 0; i < weights; i++)
        network->feature_weights[i] = (int16_t)(i * 37 % 601) - 300;
    for (size_t i = 0; i < NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * NETWORK_WIDTH_MIN; i++)
        network->hidden1_weights[i] = (int8_t)(i * 11 % 61 - 30);
    for (int i = 0; i < NETWORK_OUTPUT_BUCKETS; i++)
        network->heads[i].output_weights[i % NETWORK_HIDDEN2] = 500;
    const size_t size = network_file_size(network->width, network->sets);
    network_encode(network, bytes);
    network_destroy(network);
    return size;
}

static void check_evaluation(const Network *network) {
    static const char *const FENS[] = {FEN_START, "8/8/3k4/3q4/2P5/8/4K3/8 b - - 0 1",
                                       "QQQQQQQk/QQ6/8/8/8/8/6qq/Kqqqqqqq w - - 0 1"};
    PackedNetwork *packed = packed_network_create(network, kernel_best());
    MUST(packed);
    for (int i = 0; i < 3; i++) {
        Position position;
        FenError error;
        if (fen_parse(FENS[i], &position, &error))
            MUST(packed_network_evaluate(packed, &position) ==
                 reference_evaluate(network, &position));
    }
    packed_network_release(packed);
}

static bool read_network(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1); /* so that reading beyond it shows */
    MUST(copy);
    memcpy(copy, bytes, size);
    Reason reason = {""};
    Network *network = network_decode(copy, size, &reason);
    MUST(network || reason.text[0] != '\0');
    const bool accepted = network;
    if (accepted) {
        check_evaluation(network);
        uint8_t *again = malloc(size);
        MUST(again);
        network_encode(network, again);
        /* What stands behind the provenance is not read. */
        MUST(memcmp(again + HEADER_SIZE, copy + HEADER_SIZE, size - HEADER_SIZE) == 0);
        free(again);
    }
    network_destroy(network);
    free(copy);
    return accepted;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    chess_init();
    if (size == 0 || data[0] != 'e') {
        read_network(data, size);
        return 0;
    }
    static uint8_t good[FILE_MAX];
    static size_t good_size;
    if (good_size == 0)
        good_size = good_file(good);
    uint8_t *bytes = malloc(FILE_MAX);
    MUST(bytes);
    size_t length = good_size;
    memcpy(bytes, good, good_size);
    edits_apply(bytes, &length, FILE_MAX, data + 1, size - 1);
    if (size % 4 != 2) /* now and then a file that is cut or too long */
        correct_size(bytes, &length);
    if (length >= HEADER_SIZE)
        correct_checksum(bytes, length);
    const bool accepted = read_network(bytes, length);
    MUST(accepted || size > 1); /* without a change */
    free(bytes);
    return 0;
}
