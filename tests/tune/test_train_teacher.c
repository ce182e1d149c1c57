#include <math.h>

#include "nnue/reference.h"
#include "train/logistic.h"
#include "train/teacher.h"
#include "train_support.h"

#define K         200.0
#define POSITIONS 3000

static Teachers teachers;

/* What it says differs by position: a weight is about what the man is worth. */
static Network *network_of(FeatureSets sets, int centre) {
    static const int WORTH[KING + 1] = {30, 90, 95, 140, 260, 0};
    Network *network = network_create(64, sets);
    assert_non_null(network);
    network->scale = 250;
    network->id = (uint64_t)centre;
    for (int i = 0; i < network->width; i++)
        network->feature_biases[i] = (int16_t)(NETWORK_ACTIVATION_ONE / 2);
    for (int row = 0; row < feature_sets_features(sets); row++) {
        const int man = row % NETWORK_FEATURES / 64;
        const int worth = man < 6 ? WORTH[man] : -WORTH[man - 6];
        for (int i = 0; i < network->width; i++)
            network->feature_weights[row * network->width + i] =
                (int16_t)(worth / 4 + centre + (row * 31 + i * 17) % 9);
    }
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        NetworkHead *head = &network->heads[bucket];
        int8_t *weights =
            network->hidden1_weights + (ptrdiff_t)bucket * NETWORK_HIDDEN1 * network->width;
        for (int i = 0; i < network->width; i++)
            weights[i] = i < network->width / 2 ? 20 : -20;
        head->hidden1_biases[0] = NETWORK_SUM_ONE / 2;
        head->hidden2_weights[0][0] = 1024;
        head->output_weights[0] = 3000;
        head->output_bias = -NETWORK_OUTPUT_ONE * 2;
    }
    return network;
}

static double expected_by(const Network *network, const PackedPosition *packed) {
    FeaturePair pair;
    packed_features(packed, network->sets, &pair);
    return logistic_expectation(
        reference_evaluate_features(network, &pair.own, &pair.other, packed->bucket),
        network->scale);
}

static double expected_by_all(const PackedPosition *packed) {
    double sum = 0;
    for (int i = 0; i < teachers.count; i++)
        sum += expected_by(teachers.networks[i], packed);
    return sum / teachers.count;
}

static PositionStore positions_of(uint64_t seed) {
    PositionStore store = {0};
    add_material_positions(&store, POSITIONS, seed);
    return store;
}

static void expect_near(double score, double expected) {
    const double found = logistic_expectation(score, K);
    if (fabs(found - expected) > 0.01)
        fail_msg("%.4f instead of %.4f", found, expected);
}

static void blends_what_searches_and_networks_say(void **state) {
    (void)state;
    static const double SHARES[] = {0, 0.3, 1};
    for (int i = 0; i < 3; i++) {
        PositionStore before = positions_of(5), store = positions_of(5);
        assert_true(teachers_teach(&teachers, SHARES[i], K, 1 + i, &store));
        assert_true(store.fingerprint != before.fingerprint);
        int apart = 0;
        for (size_t n = 0; n < store.count; n++) {
            const PackedPosition *packed = store_at(&before, n);
            const double value = expected_by_all(packed);
            const double searched = logistic_expectation(packed->score, K);
            expect_near(store_at(&store, n)->score, SHARES[i] * value + (1 - SHARES[i]) * searched);
            assert_int_equal(store_at(&store, n)->outcome, packed->outcome);
            apart += fabs(value - searched) > 0.1;
        }
        assert_true(apart > POSITIONS / 10);
        store_clear(&before);
        store_clear(&store);
    }
}

/* As a lower bound, an upper one, and a value. */
static void takes_bounds_for_what_they_say(void **state) {
    (void)state;
    for (int outcome = 0; outcome <= 2; outcome++) {
        PositionStore before = positions_of(6), store = {0};
        for (size_t n = 0; n < before.count; n++) {
            PackedPosition packed = *store_at(&before, n);
            packed.kind = PACKED_OF_TREE;
            packed.outcome = (uint8_t)outcome;
            assert_true(store_add(&store, &packed));
        }
        assert_true(teachers_teach(&teachers, 0.5, K, 2, &store));
        int kept = 0;
        for (size_t n = 0; n < store.count; n++) {
            const PackedPosition *packed = store_at(&before, n);
            const double value = expected_by_all(packed);
            const double searched = logistic_expectation(packed->score, K);
            const bool is_kept =
                (outcome == 2 && value > searched) || (outcome == 0 && value < searched);
            if (fabs(value - searched) < 0.01) /* the two ways of computing it may differ */
                continue;
            expect_near(store_at(&store, n)->score, is_kept ? value : (value + searched) / 2);
            assert_int_equal(store_at(&store, n)->outcome, 1);
            kept += is_kept;
        }
        if (outcome == 1)
            assert_int_equal(kept, 0);
        else
            assert_in_range(kept, POSITIONS / 10, POSITIONS - POSITIONS / 10);
        store_clear(&before);
        store_clear(&store);
    }
}

static int set_up(void **state) {
    (void)state;
    chess_init();
    teachers.networks[teachers.count++] = network_of((FeatureSets){1, 1, 0}, 3);
    teachers.networks[teachers.count++] =
        network_of((FeatureSets){NETWORK_KING_BUCKETS_MAX, NETWORK_STATES_MAX, true}, -6);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    teachers_clear(&teachers);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends_what_searches_and_networks_say),
        cmocka_unit_test(takes_bounds_for_what_they_say),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
