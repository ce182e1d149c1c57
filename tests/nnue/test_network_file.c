#include <stdlib.h>
#include <unistd.h>

#include "../rounds.h"
#include "nnue/network_file.h"
#include "support.h"

#define WIDTH       64
#define HEADER_SIZE 512
#define STRIDE      (9700 / ROUNDS(100)) /* between the bytes that are altered */

typedef struct File {
    size_t size;
    uint8_t *bytes;
} File;

static File file_of(Network *network) {
    const size_t size = network_file_size(network->width, network->sets);
    const File file = {size, malloc(size)};
    assert_non_null(file.bytes);
    network_encode(network, file.bytes);
    return file;
}

static File random_file(int width, uint64_t seed) {
    Network *network = random_network(width, ALL_SETS[seed % ALL_SETS_COUNT], seed);
    const File file = file_of(network);
    network_destroy(network);
    return file;
}

/* The bytes, in a block of exactly that size so that a sanitizer sees reading beyond. */
static void expect_refusal(const uint8_t *bytes, size_t size, const char *reason_part) {
    uint8_t *copy = malloc(size ? size : 1);
    Reason reason = {""};
    assert_non_null(copy);
    if (size)
        memcpy(copy, bytes, size);
    Network *network = network_decode(copy, size, &reason);
    free(copy);
    if (network)
        fail_msg("%zu bytes were accepted that should be refused for: %s", size, reason_part);
    if (!strstr(reason.text, reason_part))
        fail_msg("refused because \"%s\" instead of \"%s\"", reason.text, reason_part);
}

static void expect_equal(const Network *a, const Network *b) {
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->sets.king_buckets, b->sets.king_buckets);
    assert_int_equal(a->sets.states, b->sets.states);
    assert_int_equal(a->sets.attackers, b->sets.attackers);
    assert_int_equal(a->scale, b->scale);
    assert_true(a->id == b->id);
    assert_string_equal(a->provenance, b->provenance);
    const size_t width = (size_t)a->width;
    assert_memory_equal(a->feature_biases, b->feature_biases, width * sizeof(int16_t));
    assert_memory_equal(a->feature_weights, b->feature_weights,
                        (size_t)feature_sets_features(a->sets) * width * sizeof(int16_t));
    assert_memory_equal(a->hidden1_weights, b->hidden1_weights,
                        NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * width);
    assert_memory_equal(a->heads, b->heads, NETWORK_OUTPUT_BUCKETS * sizeof(NetworkHead));
}

static void comes_back_as_it_was(void **state) {
    (void)state;
    for (int i = 0; i < ALL_SETS_COUNT; i++) {
        const int width = NETWORK_WIDTH_MIN << i % 4;
        Network *network = random_network(width, ALL_SETS[i], (uint64_t)width);
        File file = file_of(network);
        Reason reason = {""};
        Network *copy = network_decode(file.bytes, file.size, &reason);
        if (!copy)
            fail_msg("width %d: %s", width, reason.text);
        assert_true(network->id != 0);
        expect_equal(network, copy);
        const File again = file_of(copy);
        assert_memory_equal(again.bytes, file.bytes, file.size);
        network_destroy(network);
        network_destroy(copy);
        free(file.bytes);
        free(again.bytes);
    }
}

static void has_its_own_id(void **state) {
    (void)state;
    Network *one = random_network(WIDTH, ALL_SETS[0], 1),
            *two = random_network(WIDTH, ALL_SETS[0], 1);
    two->feature_weights[12345] ^= 1;
    free(file_of(one).bytes);
    free(file_of(two).bytes);
    assert_true(one->id != two->id);
    network_destroy(one);
    network_destroy(two);
}

static void refuses_what_is_cut(void **state) {
    (void)state;
    File file = random_file(WIDTH, 2);
    expect_refusal(file.bytes, 0, "empty");
    for (size_t size = 1; size < HEADER_SIZE; size++)
        expect_refusal(file.bytes, size, "cut");
    for (size_t size = HEADER_SIZE; size < file.size; size += 1000)
        expect_refusal(file.bytes, size, "cut");
    expect_refusal(file.bytes, file.size - 1, "cut");
    uint8_t *longer = calloc(1, file.size + 8);
    assert_non_null(longer);
    memcpy(longer, file.bytes, file.size);
    expect_refusal(longer, file.size + 8, "too long");
    free(longer);
    free(file.bytes);
}

static void refuses_what_is_altered(void **state) {
    (void)state;
    File file = random_file(WIDTH, 3);
    Reason reason;
    for (size_t at = 0; at < file.size; at += at < HEADER_SIZE ? 1 : STRIDE) {
        const uint8_t bit = (uint8_t)(1 << at % 8);
        file.bytes[at] ^= bit;
        Network *network = network_decode(file.bytes, file.size, &reason);
        if (network)
            fail_msg("accepted with bit %d of byte %zu changed", (int)(at % 8), at);
        file.bytes[at] ^= bit;
    }
    Network *network = network_decode(file.bytes, file.size, &reason);
    assert_non_null(network);
    network_destroy(network);
    free(file.bytes);
}

/* Words that change places or compensate each other must not deceive the checksum. */
static void refuses_what_is_exchanged(void **state) {
    (void)state;
    File file = random_file(WIDTH, 4);
    uint8_t word[8];
    uint8_t *a = file.bytes + 4096, *b = a + 8;
    memcpy(word, a, 8);
    memmove(a, b, 8);
    memcpy(b, word, 8);
    expect_refusal(file.bytes, file.size, "checksum");
    memcpy(word, a, 8);
    memmove(a, b, 8);
    memcpy(b, word, 8);
    a[7] ^= 0x80;
    b[7] ^= 0x80;
    expect_refusal(file.bytes, file.size, "checksum");
    free(file.bytes);
}

static void names_what_it_does_not_know(void **state) {
    (void)state;
    static const struct {
        size_t offset;
        const char *reason;
    } FIELDS[] = {{0, "not a network"},        {8, "version"},         {12, "feature set"},
                  {16, "king buckets"},        {20, "activation"},     {24, "first hidden layer"},
                  {28, "second hidden layer"}, {32, "output buckets"}, {36, "width"}};
    File file = random_file(WIDTH, 5);
    for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++) {
        file.bytes[FIELDS[i].offset] += 7;
        expect_refusal(file.bytes, file.size, FIELDS[i].reason);
        file.bytes[FIELDS[i].offset] -= 7;
    }
    free(file.bytes);
}

/* The feature set says how large the file is, so that one that is called another is refused too. */
static void keeps_feature_sets_apart(void **state) {
    (void)state;
    static const uint8_t OTHERS[] = {0, 4, 255};
    File plain = random_file(WIDTH, 6), loose = random_file(WIDTH, 8),
         attackers = random_file(WIDTH, 10);
    assert_int_equal(plain.bytes[12], 1);
    assert_int_equal(loose.bytes[12], 2);
    assert_int_equal(attackers.bytes[12], 3);
    assert_int_equal(loose.size - plain.size, 2 * NETWORK_FEATURES * WIDTH);
    assert_int_equal(attackers.size - loose.size, 2 * 6 * NETWORK_FEATURES * WIDTH);
    for (size_t i = 0; i < sizeof OTHERS; i++) {
        loose.bytes[12] = OTHERS[i];
        expect_refusal(loose.bytes, loose.size, "feature set");
    }
    loose.bytes[12] = 1;
    expect_refusal(loose.bytes, loose.size, "too long");
    expect_refusal(loose.bytes, plain.size, "checksum");
    plain.bytes[12] = 2;
    expect_refusal(plain.bytes, plain.size, "cut");
    plain.bytes[12] = 3;
    expect_refusal(plain.bytes, plain.size, "cut");
    attackers.bytes[12] = 2;
    expect_refusal(attackers.bytes, attackers.size, "too long");
    free(attackers.bytes);
    free(plain.bytes);
    free(loose.bytes);
}

/* Sets the weights of a set for own pawns, on that many squares, for the accumulator 5. */
static void set_pawns(Network *network, int set, int squares, int weight) {
    for (int square = 0; square < squares; square++)
        network->feature_weights[(set * NETWORK_FEATURES + square) * WIDTH + 5] = (int16_t)weight;
}

/* An accumulator takes a man on each of 32 squares, with all that may attack it; what one set may
 * add at most, the others may not exceed. */
static void knows_what_fits_an_accumulator(void **state) {
    (void)state;
    static const struct {
        int set, squares, weight, bias;
        bool fits;
    } CASES[] = {{7, 31, 1023, 1023, true},  {7, 32, 1023, 31, true},    {7, 32, 1023, 32, false},
                 {7, 64, 1023, 31, true},    {7, 64, -1024, 0, true},    {7, 64, -1024, -1, false},
                 {8, 32, 1023, 31, true},    {13, 32, 1023, 32, false},  {13, 64, -1024, -1, false},
                 {8, 1, INT16_MAX, 0, true}, {8, 1, INT16_MAX, 1, false}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Network *network = network_create(WIDTH, ALL_SETS[5]);
        assert_non_null(network);
        Reason reason = {""};
        set_pawns(network, CASES[i].set, CASES[i].squares, CASES[i].weight);
        network->feature_biases[5] = (int16_t)CASES[i].bias;
        assert_int_equal(network_is_safe(network, &reason), CASES[i].fits);
        /* One more set of the same men adds to that of their places, and to attackers'. */
        set_pawns(network, 9, CASES[i].squares, CASES[i].weight < 0 ? -1 : 1);
        assert_int_equal(network_is_safe(network, &reason), i == 0);
        network_destroy(network);
    }
}

/* A sum of the first hidden layer takes the largest inputs. */
static void knows_what_fits_a_sum(void **state) {
    (void)state;
    static const int COUNTS[] = {1, WIDTH - 1, WIDTH};
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        Network *network = network_create(WIDTH, ALL_SETS[5]);
        assert_non_null(network);
        Reason reason = {""};
        for (int n = 0; n < COUNTS[i]; n++)
            network->hidden1_weights[(3 * NETWORK_HIDDEN1 + 2) * WIDTH + n] = n % 2 ? 2 : -2;
        network->heads[3].hidden1_biases[2] = INT32_MAX - COUNTS[i] * 2 * NETWORK_INPUT_MAX;
        assert_true(network_is_safe(network, &reason));
        network->heads[3].hidden1_biases[2]++;
        assert_false(network_is_safe(network, &reason));
        assert_non_null(strstr(reason.text, "bucket 3"));
        network_destroy(network);
    }
}

/* With a correct checksum, as a program that errs might write them. */
static void refuses_what_could_overflow(void **state) {
    (void)state;
    static const char *const REASONS[] = {"accumulator 5", "bucket 3", "bucket 4", "bucket 6"};
    for (int fault = 0; fault < 4; fault++) {
        Network *network = random_network(WIDTH, ALL_SETS[3], 6);
        NetworkHead *heads = network->heads;
        if (fault == 0)
            set_pawns(network, 7, NETWORK_MAX_PIECES, INT16_MAX / NETWORK_MAX_PIECES + 1);
        else if (fault == 1)
            heads[3].hidden1_biases[2] = INT32_MIN;
        else if (fault == 2)
            memset(heads[4].hidden2_weights, 0x7F, sizeof heads[4].hidden2_weights);
        else
            memset(heads[6].output_weights, 0x80, sizeof heads[6].output_weights);
        if (fault == 0)
            network->feature_biases[5] = 1000;
        File file = file_of(network);
        expect_refusal(file.bytes, file.size, REASONS[fault]);
        network_destroy(network);
        free(file.bytes);
    }
}

static void refuses_senseless_contents(void **state) {
    (void)state;
    for (int fault = 0; fault < 3; fault++) {
        Network *network = random_network(WIDTH, ALL_SETS[0], 7);
        if (fault < 2)
            network->scale = fault == 0 ? 0 : NETWORK_SCALE_MAX + 1;
        else
            network->provenance[3] = '\n';
        File file = file_of(network);
        expect_refusal(file.bytes, file.size, fault < 2 ? "scale" : "contradicts");
        network_destroy(network);
        free(file.bytes);
    }
}

static void reads_files(void **state) {
    (void)state;
    char path[] = "network-test-XXXXXX";
    Reason reason = {""};
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    File file = random_file(WIDTH, 8);
    assert_null(network_load(path, &reason));
    assert_non_null(strstr(reason.text, "empty"));
    assert_int_equal(write(descriptor, file.bytes, file.size), file.size);
    Network *network = network_load(path, &reason);
    if (!network)
        fail_msg("%s", reason.text);
    assert_int_equal(network->width, WIDTH);
    network_destroy(network);
    assert_int_equal(write(descriptor, "x", 1), 1);
    assert_null(network_load(path, &reason));
    assert_non_null(strstr(reason.text, "too long"));
    close(descriptor);
    unlink(path);
    assert_null(network_load(path, &reason));
    assert_non_null(strstr(reason.text, "No such file"));
    assert_null(network_load("/", &reason));
    assert_non_null(strstr(reason.text, "directory"));
    free(file.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_as_it_was),
        cmocka_unit_test(has_its_own_id),
        cmocka_unit_test(refuses_what_is_cut),
        cmocka_unit_test(refuses_what_is_altered),
        cmocka_unit_test(refuses_what_is_exchanged),
        cmocka_unit_test(names_what_it_does_not_know),
        cmocka_unit_test(keeps_feature_sets_apart),
        cmocka_unit_test(refuses_what_could_overflow),
        cmocka_unit_test(refuses_senseless_contents),
        cmocka_unit_test(reads_files),
        cmocka_unit_test(knows_what_fits_an_accumulator),
        cmocka_unit_test(knows_what_fits_a_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
