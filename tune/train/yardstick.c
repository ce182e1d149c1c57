#include "train/yardstick.h"

#include "nnue/reference.h"
#include "train/logistic.h"

static const Target TARGET = {.outcome_share = 0, .k = 200};

const DatasetFilter YARDSTICK_FILTER = {
    .skip_plies = 8, .score_limit = 800, .max_clock = 20, .validation = 1, .lambda = 0.6};

double yardstick_model_loss(Trainer *trainer, const PositionStore *store) {
    return trainer_loss_against(trainer, &TARGET, store);
}

static double squared_error(const Network *network, const PackedPosition *packed) {
    FeaturePair pair;
    packed_features(packed, network->sets, &pair);
    const int score = reference_evaluate_features(network, &pair.own, &pair.other, packed->bucket);
    const double expected = logistic_expectation(score, network->scale);
    const double error = expected - target_value(&TARGET, packed);
    return error * error;
}

double yardstick_network_loss(const Network *network, const PositionStore *store, int threads) {
    double sum = 0;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
#endif
    for (size_t i = 0; i < store->count; i++)
        sum += squared_error(network, store_at(store, i));
    (void)threads;
    return sum / (double)store->count;
}
