#include <stdlib.h>

#include "../rounds.h"
#include "chess/flip.h"
#include "nnue/packed_network.h"
#include "nnue/reference.h"
#include "support.h"

/* A network as every kernel has it. */
static Network *network;
static PackedNetwork *packed[KERNELS_MAX];
static int kernel_count;
static int visited, distinct_scores, last_score;

static void pack(Network *source) {
    const Kernel *kernels[KERNELS_MAX];
    network = source;
    kernel_count = kernel_list(kernels);
    for (int i = 0; i < kernel_count; i++) {
        packed[i] = packed_network_create(network, kernels[i]);
        assert_non_null(packed[i]);
    }
    visited = distinct_scores = 0;
}

static void unpack(void) {
    for (int i = 0; i < kernel_count; i++)
        packed_network_release(packed[i]);
    network_destroy(network);
}

static void expect_score(const Position *position, int score) {
    for (int i = 0; i < kernel_count; i++) {
        const int got = packed_network_evaluate(packed[i], position);
        if (got != score) {
            char fen[FEN_SIZE];
            fen_format(position, fen);
            fail_msg("%s, width %d: %d instead of %d for %s", packed[i]->kernel->name,
                     network->width, got, score, fen);
        }
    }
}

static void expect_equal(const Position *position) {
    const int score = reference_evaluate(network, position);
    expect_score(position, score);
    visited++;
    distinct_scores += score != last_score;
    last_score = score;
}

static void names_its_kernels(void **state) {
    (void)state;
    const Kernel *kernels[KERNELS_MAX];
    const int count = kernel_list(kernels);
    assert_in_range(count, 1, KERNELS_MAX);
    assert_ptr_equal(kernel_best(), kernels[0]);
    for (int i = 0; i < count; i++)
        print_message("           %s\n", kernels[i]->name);
    assert_string_equal(kernels[count - 1]->name, "portable");
}

/* Widths that fill tiles and vectors, that do not, and the ones that have code of their own. */
static void equals_the_reference_at_every_width(void **state) {
    (void)state;
    static const int WIDTHS[] = {64, 128, 192, 256, 320, 384, 512, 576, 704, 1024, 2048};
    for (size_t i = 0; i < sizeof WIDTHS / sizeof WIDTHS[0]; i++) {
        pack(random_network(WIDTHS[i], ALL_SETS[i % 2 ? 4 : 0], i + 1));
        visit_playouts(SHARP_FENS, 7, 40, i, expect_equal);
        assert_true(visited > 100 && distinct_scores > visited / 2);
        unpack();
    }
}

/* The largest weights that are still safe: what 16 bits must hold between the steps. */
static void equals_the_reference_at_the_bounds(void **state) {
    (void)state;
    Reason reason;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const int width = seed % 2 ? 256 : 192;
        Network *extreme = network_create(width, ALL_SETS[seed % 2 ? 2 : 0]);
        assert_non_null(extreme);
        randomise_network(extreme, &(uint64_t){seed}, 992, 127, 4000);
        for (int i = 0; i < feature_sets_features(extreme->sets) * width; i += 2)
            extreme->feature_weights[i] = seed % 4 < 2 ? 992 : -992;
        for (int i = 0; seed > 4 && i < NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * width; i++)
            extreme->hidden1_weights[i] = i / width % 2 ? -128 : 127;
        extreme->scale = NETWORK_SCALE_MAX;
        if (!network_is_safe(extreme, &reason))
            fail_msg("%s", reason.text);
        pack(extreme);
        visit_playouts(SHARP_FENS, 10, 60, seed, expect_equal);
        unpack();
    }
}

/* All inputs at their largest, and weights by fours of fours whose products have sums that 16 bits
 * just hold, and just do not. */
static void equals_the_reference_where_products_join(void **state) {
    (void)state;
    static const int8_t LARGE[] = {127, -128};
    for (int beyond = 0; beyond < 2; beyond++) {
        Network *joined = network_create(256, ALL_SETS[0]);
        assert_non_null(joined);
        uint64_t seed = 8;
        randomise_network(joined, &seed, 0, 0, 1000);
        for (int i = 0; i < joined->width; i++)
            joined->feature_biases[i] = NETWORK_ACTIVATION_ONE;
        for (int i = 0; i < NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * joined->width; i += 16) {
            const int8_t sign = i / joined->width % 2 ? -1 : 1, large = LARGE[sign < 0];
            int8_t *weights = &joined->hidden1_weights[i + 2 * random_between(&seed, 0, 1)];
            weights[0] = weights[5] = large;
            weights[8] = (int8_t)((sign > 0 ? 4 : 2) * sign);
            weights[13] = (int8_t)(beyond && i / joined->width % 5 == 0 ? sign : 0);
        }
        joined->scale = NETWORK_SCALE_MAX;
        pack(joined);
        for (int i = 0; i < kernel_count; i++)
            assert_int_equal(packed[i]->heads[0].hidden1_joins, !beyond);
        visit_playouts(SHARP_FENS, 2, 20, 3, expect_equal);
        unpack();
    }
}

static void expect_equal_and_symmetric(const Position *position) {
    Position flipped;
    position_flip(position, &flipped);
    expect_equal(position);
    expect_score(&flipped, last_score);
}

static void sees_no_colours_in_10000_positions(void **state) {
    (void)state;
    for (int i = 1; i < ALL_SETS_COUNT; i += 2) { /* with all king buckets */
        pack(random_network(256, ALL_SETS[i], 77));
        visit_playouts(SHARP_FENS, ROUNDS(210), 100, 5, expect_equal_and_symmetric);
        assert_true(visited >= ROUNDS(10000));
        assert_true(distinct_scores > visited / 2);
        unpack();
    }
}

static int16_t *random_rows(int rows, int width, uint64_t *seed) {
    const size_t size = (size_t)rows * (size_t)width * sizeof(int16_t);
    int16_t *values = aligned_alloc(KERNEL_ALIGNMENT, size);
    assert_non_null(values);
    for (int i = 0; i < rows * width; i++)
        values[i] = (int16_t)random_between(seed, -900, 900);
    return values;
}

/* Any number of features in and out, to another row and in place; nothing beyond the row. */
static void updates_rows(void **state) {
    (void)state;
    const Kernel *kernels[KERNELS_MAX];
    const int count = kernel_list(kernels);
    uint64_t seed = 9;
    for (int round = 0; round < 300; round++) {
        const int width = 64 * random_between(&seed, 1, round % 2 ? 9 : 16);
        int16_t *weights = random_rows(20, width, &seed);
        int16_t *source = random_rows(1, width, &seed);
        int16_t *expected = random_rows(1, width, &seed);
        FeatureChanges changes = {random_below(&seed, 5), random_below(&seed, 5), {0}, {0}};
        memcpy(expected, source, (size_t)width * sizeof *source);
        for (int n = 0; n < changes.added_count; n++) {
            changes.added[n] = (uint16_t)random_below(&seed, 20);
            for (int i = 0; i < width; i++)
                expected[i] = (int16_t)(expected[i] + weights[changes.added[n] * width + i]);
        }
        for (int n = 0; n < changes.removed_count; n++) {
            changes.removed[n] = (uint16_t)random_below(&seed, 20);
            for (int i = 0; i < width; i++)
                expected[i] = (int16_t)(expected[i] - weights[changes.removed[n] * width + i]);
        }
        for (int k = 0; k < count; k++) {
            int16_t *rows = random_rows(2, width, &seed);
            const int16_t beyond = rows[width];
            kernels[k]->update(width, weights, &changes, source, rows);
            assert_memory_equal(rows, expected, (size_t)width * sizeof *rows);
            assert_int_equal(rows[width], beyond);
            memcpy(rows, source, (size_t)width * sizeof *rows);
            kernels[k]->update(width, weights, &changes, rows, rows);
            assert_memory_equal(rows, expected, (size_t)width * sizeof *rows);
            free(rows);
        }
        free(weights);
        free(source);
        free(expected);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_its_kernels),
        cmocka_unit_test(equals_the_reference_at_every_width),
        cmocka_unit_test(equals_the_reference_at_the_bounds),
        cmocka_unit_test(equals_the_reference_where_products_join),
        cmocka_unit_test(sees_no_colours_in_10000_positions),
        cmocka_unit_test(updates_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
