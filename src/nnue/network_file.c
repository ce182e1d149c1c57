#include "nnue/network_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/integers.h"

#define MAGIC       "QuorumNN"
#define MAGIC_SIZE  8
#define VERSION     2
#define HEADER_SIZE 512

/* Byte offsets in the header. The fields between are those of FIELDS, 32 bits each. */
#define OFFSET_VERSION    8
#define OFFSET_FIELDS     12
#define OFFSET_PROVENANCE 56
#define OFFSET_CHECKSUM   504

#define ACTIVATION_PAIRS 1

/* Feature sets: all men alike, loose men apart, and attackers besides. */
typedef enum FeatureSet {
    FEATURE_SET_PLAIN = 1,
    FEATURE_SET_LOOSE,
    FEATURE_SET_ATTACKERS
} FeatureSet;

typedef enum Field {
    FIELD_FEATURE_SET,
    FIELD_KING_BUCKETS,
    FIELD_ACTIVATION,
    FIELD_HIDDEN1,
    FIELD_HIDDEN2,
    FIELD_OUTPUT_BUCKETS,
    FIELD_WIDTH,
    FIELD_SCALE,
    FIELD_SIZE, /* of the whole file */
    FIELDS
} Field;

/* Fields of which the engine knows one value, and it knows nothing else. */
static const struct {
    const char *name; /* NULL for other fields */
    uint32_t value;
} FIXED[FIELDS] = {
    [FIELD_ACTIVATION] = {"activation", ACTIVATION_PAIRS},
    [FIELD_HIDDEN1] = {"first hidden layer", NETWORK_HIDDEN1},
    [FIELD_HIDDEN2] = {"second hidden layer", NETWORK_HIDDEN2},
    [FIELD_OUTPUT_BUCKETS] = {"number of output buckets", NETWORK_OUTPUT_BUCKETS},
};

/* Where encoding or decoding stands in the layers. */
typedef struct Cursor {
    bool writes;
    uint8_t *output;
    const uint8_t *input;
} Cursor;

static uint64_t read_integer(const uint8_t *bytes, int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static void write_integer(uint8_t *bytes, int size, uint64_t value) {
    for (int i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t read_field(const uint8_t *header, Field field) {
    return (uint32_t)read_integer(header + OFFSET_FIELDS + 4 * (int)field, 4);
}

static void write_field(uint8_t *header, Field field, uint32_t value) {
    write_integer(header + OFFSET_FIELDS + 4 * (int)field, 4, value);
}

/* In the form that compilers know for one load. */
static uint64_t read_word(const uint8_t *bytes) {
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* FNV-1a (Fowler, Noll, Vo) over words of eight bytes instead of single ones; the shift lets high
 * bits act on low ones too. Every step can be undone, so a change in one word always shows. */
static uint64_t checksum_add(uint64_t hash, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i += 8) {
        hash = (hash ^ read_word(bytes + i)) * 0x100000001B3ULL;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Of everything but the checksum itself. `size` is a multiple of 8. */
static uint64_t checksum(const uint8_t *bytes, size_t size) {
    const uint64_t header = checksum_add(0xCBF29CE484222325ULL, bytes, OFFSET_CHECKSUM);
    return checksum_add(header, bytes + HEADER_SIZE, size - HEADER_SIZE);
}

static void transfer8(Cursor *cursor, int8_t *values, size_t count) {
    if (cursor->writes) {
        memcpy(cursor->output, values, count);
        cursor->output += count;
    } else {
        memcpy(values, cursor->input, count);
        cursor->input += count;
    }
}

static void transfer16(Cursor *cursor, int16_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (cursor->writes) {
            write_integer(cursor->output, 2, (uint16_t)values[i]);
            cursor->output += 2;
        } else {
            values[i] = (int16_t)(uint16_t)read_integer(cursor->input, 2);
            cursor->input += 2;
        }
    }
}

static void transfer32(Cursor *cursor, int32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (cursor->writes) {
            write_integer(cursor->output, 4, (uint32_t)values[i]);
            cursor->output += 4;
        } else {
            values[i] = (int32_t)(uint32_t)read_integer(cursor->input, 4);
            cursor->input += 4;
        }
    }
}

/* All layers in the file's order, in one direction or the other. */
static void transfer_layers(Cursor *cursor, Network *network) {
    const size_t width = (size_t)network->width;
    transfer16(cursor, network->feature_biases, width);
    transfer16(cursor, network->feature_weights,
               (size_t)feature_sets_features(network->sets) * width);
    transfer8(cursor, network->hidden1_weights, NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * width);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        NetworkHead *head = &network->heads[bucket];
        transfer32(cursor, head->hidden1_biases, NETWORK_HIDDEN1);
        transfer16(cursor, &head->hidden2_weights[0][0], NETWORK_HIDDEN2 * NETWORK_HIDDEN2_INPUTS);
        transfer32(cursor, head->hidden2_biases, NETWORK_HIDDEN2);
        transfer16(cursor, head->output_weights, NETWORK_HIDDEN2);
        transfer32(cursor, &head->output_bias, 1);
    }
}

size_t network_file_size(int width, FeatureSets sets) {
    const size_t columns = (size_t)width;
    const size_t features = (size_t)feature_sets_features(sets);
    const size_t head = 4 * NETWORK_HIDDEN1 + 2 * NETWORK_HIDDEN2 * NETWORK_HIDDEN2_INPUTS +
                        4 * NETWORK_HIDDEN2 + 2 * NETWORK_HIDDEN2 + 4;
    return HEADER_SIZE + 2 * columns + 2 * features * columns +
           NETWORK_OUTPUT_BUCKETS * (NETWORK_HIDDEN1 * columns + head);
}

static uint32_t feature_set_of(FeatureSets sets) {
    return sets.attackers    ? FEATURE_SET_ATTACKERS
           : sets.states > 1 ? FEATURE_SET_LOOSE
                             : FEATURE_SET_PLAIN;
}

void network_encode(Network *network, uint8_t *bytes) {
    const size_t size = network_file_size(network->width, network->sets);
    memset(bytes, 0, HEADER_SIZE);
    memcpy(bytes, MAGIC, MAGIC_SIZE);
    write_integer(bytes + OFFSET_VERSION, 4, VERSION);
    for (int field = 0; field < FIELDS; field++)
        write_field(bytes, (Field)field, FIXED[field].value);
    write_field(bytes, FIELD_FEATURE_SET, feature_set_of(network->sets));
    write_field(bytes, FIELD_KING_BUCKETS, (uint32_t)network->sets.king_buckets);
    write_field(bytes, FIELD_WIDTH, (uint32_t)network->width);
    write_field(bytes, FIELD_SCALE, (uint32_t)network->scale);
    write_field(bytes, FIELD_SIZE, (uint32_t)size);
    const size_t length = strnlen(network->provenance, NETWORK_PROVENANCE_SIZE - 1);
    memcpy(bytes + OFFSET_PROVENANCE, network->provenance, length);
    Cursor cursor = {.writes = true, .output = bytes + HEADER_SIZE};
    transfer_layers(&cursor, network);
    network->id = checksum(bytes, size);
    write_integer(bytes + OFFSET_CHECKSUM, 8, network->id);
}

/* Whether the header describes a network that the engine knows. */
static bool architecture_is_known(const uint8_t *header, Reason *reason) {
    for (int field = 0; field < FIELDS; field++) {
        const uint32_t value = read_field(header, (Field)field);
        if (FIXED[field].name && value != FIXED[field].value)
            return reason_set(reason,
                              "another architecture: %s %" PRIu32 "; only %" PRIu32 " is known",
                              FIXED[field].name, value, FIXED[field].value);
    }
    const uint32_t feature_set = read_field(header, FIELD_FEATURE_SET);
    if (feature_set < FEATURE_SET_PLAIN || feature_set > FEATURE_SET_ATTACKERS)
        return reason_set(reason,
                          "another architecture: feature set %" PRIu32 "; known are %d to %d",
                          feature_set, FEATURE_SET_PLAIN, FEATURE_SET_ATTACKERS);
    const uint32_t king_buckets = read_field(header, FIELD_KING_BUCKETS);
    if (!network_king_buckets_are_valid((int64_t)king_buckets))
        return reason_set(
            reason, "another architecture: number of king buckets %" PRIu32 "; known are 1 and %d",
            king_buckets, NETWORK_KING_BUCKETS_MAX);
    const uint32_t width = read_field(header, FIELD_WIDTH);
    if (width > NETWORK_WIDTH_MAX || !network_width_is_valid((int)width))
        return reason_set(reason,
                          "another architecture: width %" PRIu32
                          "; known are multiples of %d from %d to %d",
                          width, NETWORK_WIDTH_GRANULE, NETWORK_WIDTH_MIN, NETWORK_WIDTH_MAX);
    return true;
}

static bool header_is_known(const uint8_t *bytes, size_t size, Reason *reason) {
    if (size == 0)
        return reason_set(reason, "the file is empty");
    const size_t seen = size_min(size, MAGIC_SIZE);
    if (memcmp(bytes, MAGIC, seen) != 0)
        return reason_set(reason, "not a network of Quorum");
    if (size < HEADER_SIZE)
        return reason_set(reason, "the file is cut: it ends within its header");
    const uint32_t version = (uint32_t)read_integer(bytes + OFFSET_VERSION, 4);
    if (version != VERSION)
        return reason_set(reason, "version %" PRIu32 " of the format; only %d is known", version,
                          VERSION);
    return architecture_is_known(bytes, reason);
}

static FeatureSets described_sets(const uint8_t *header) {
    const uint32_t feature_set = read_field(header, FIELD_FEATURE_SET);
    return (FeatureSets){
        .king_buckets = (int)read_field(header, FIELD_KING_BUCKETS),
        .states = feature_set == FEATURE_SET_PLAIN ? 1 : NETWORK_STATES_MAX,
        .attackers = feature_set == FEATURE_SET_ATTACKERS,
    };
}

/* Of the file that a known header describes. */
static size_t described_size(const uint8_t *header) {
    return network_file_size((int)read_field(header, FIELD_WIDTH), described_sets(header));
}

/* Whether the bytes are all there and are those that were written. */
static bool file_is_whole(const uint8_t *bytes, size_t size, Reason *reason) {
    const size_t expected = described_size(bytes);
    if (size != expected)
        return reason_set(reason, "the file %s: %zu bytes instead of %zu",
                          size < expected ? "is cut" : "is too long", size, expected);
    if (read_word(bytes + OFFSET_CHECKSUM) != checksum(bytes, size))
        return reason_set(reason, "the file is damaged: its checksum does not fit");
    return true;
}

static bool provenance_is_text(const uint8_t *text) {
    size_t length = 0;
    while (length < NETWORK_PROVENANCE_SIZE && text[length] >= ' ' && text[length] <= '~')
        length++;
    return length < NETWORK_PROVENANCE_SIZE && text[length] == '\0';
}

/* What a correct checksum does not promise. */
static bool contents_are_sound(const uint8_t *bytes, Reason *reason) {
    const uint32_t scale = read_field(bytes, FIELD_SCALE);
    if (scale < 1 || scale > NETWORK_SCALE_MAX)
        return reason_set(reason, "scale %" PRIu32 " is not from 1 to %d", scale,
                          NETWORK_SCALE_MAX);
    if (read_field(bytes, FIELD_SIZE) != described_size(bytes) ||
        !provenance_is_text(bytes + OFFSET_PROVENANCE))
        return reason_set(reason, "the header contradicts itself");
    return true;
}

Network *network_decode(const uint8_t *bytes, size_t size, Reason *reason) {
    if (!header_is_known(bytes, size, reason) || !file_is_whole(bytes, size, reason) ||
        !contents_are_sound(bytes, reason))
        return NULL;
    Network *network = network_create((int)read_field(bytes, FIELD_WIDTH), described_sets(bytes));
    if (!network) {
        reason_set(reason, "not enough memory");
        return NULL;
    }
    network->scale = (int)read_field(bytes, FIELD_SCALE);
    network->id = read_word(bytes + OFFSET_CHECKSUM);
    memcpy(network->provenance, bytes + OFFSET_PROVENANCE, NETWORK_PROVENANCE_SIZE);
    Cursor cursor = {.writes = false, .input = bytes + HEADER_SIZE};
    transfer_layers(&cursor, network);
    if (!network_is_safe(network, reason)) {
        network_destroy(network);
        return NULL;
    }
    return network;
}

/* Without waiting: the path may be that of a pipe. */
static FILE *open_regular(const char *path, Reason *reason) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    const char *fault = NULL;
    if (file < 0 || fstat(file, &status) != 0)
        fault = strerror(errno);
    else if (S_ISDIR(status.st_mode))
        fault = strerror(EISDIR);
    else if (!S_ISREG(status.st_mode))
        fault = "not a file";
    FILE *stream = fault ? NULL : fdopen(file, "rb");
    if (stream)
        return stream;
    reason_set(reason, "%s", fault ? fault : strerror(errno));
    if (file >= 0)
        close(file);
    return NULL;
}

Network *network_load(const char *path, Reason *reason) {
    FILE *file = open_regular(path, reason);
    if (!file)
        return NULL;
    /* One byte more than the largest network, to notice a file that is too long. */
    const FeatureSets most = {NETWORK_KING_BUCKETS_MAX, NETWORK_STATES_MAX, true};
    const size_t capacity = network_file_size(NETWORK_WIDTH_MAX, most) + 1;
    uint8_t *bytes = malloc(capacity);
    Network *network = NULL;
    if (!bytes) {
        reason_set(reason, "not enough memory");
    } else {
        const size_t size = fread(bytes, 1, capacity, file);
        if (ferror(file))
            reason_set(reason, "%s", strerror(errno));
        else
            network = network_decode(bytes, size, reason);
    }
    free(bytes);
    fclose(file);
    return network;
}
