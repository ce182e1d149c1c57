#include <math.h>

#include "../nnue/feature_sets.h"
#include "nnue/network_file.h"
#include "nnue/reference.h"
#include "train/checkpoint.h"
#include "train/export.h"
#include "train/inherit.h"
#include "train/page.h"
#include "train/quantise.h"
#include "train_support.h"

static PositionStore training, validation;

static TrainerSettings settings_of(int64_t threads) {
    return (TrainerSettings){.width = 64,
                             .king_buckets = 1,
                             .states = 1,
                             .epochs = 3,
                             .batch = 250,
                             .threads = threads,
                             .seed = 1,
                             .rate = 4e-3,
                             .own_rate = 0.5,
                             .loose_rate = 1,
                             .decay = 0.01,
                             .outcome_share = 0.2,
                             .k = 300};
}

static void use_sets(TrainerSettings *settings, FeatureSets sets) {
    settings->king_buckets = sets.king_buckets;
    settings->states = sets.states;
    settings->attackers = sets.attackers;
}

static Trainer *trainer_of(const TrainerSettings *settings) {
    Trainer *trainer = trainer_create(settings, &training, &validation);
    assert_non_null(trainer);
    return trainer;
}

static void learn_steps(Trainer *trainer, int steps) {
    for (int i = 0; i < steps && !trainer_is_finished(trainer); i++)
        if (trainer_step(trainer))
            trainer_end_epoch(trainer);
}

static void learn_all(Trainer *trainer) {
    while (!trainer_is_finished(trainer))
        learn_steps(trainer, 1);
}

static void expect_same(const Trainer *a, const Trainer *b) {
    const size_t size = a->model.count * sizeof(Real);
    assert_memory_equal(&a->state, &b->state, sizeof a->state);
    assert_memory_equal(a->model.parameters, b->model.parameters, size);
    assert_memory_equal(a->optimizer.mean, b->optimizer.mean, size);
    assert_memory_equal(a->optimizer.square, b->optimizer.square, size);
    assert_memory_equal(a->best, b->best, size);
}

static void learns_material(void **state) {
    (void)state;
    const TrainerSettings settings = settings_of(1);
    Trainer *trainer = trainer_of(&settings);
    const double before = trainer_loss(trainer, &validation);
    learn_all(trainer);
    const TrainerState *reached = &trainer->state;
    assert_int_equal(reached->epoch, 3);
    assert_int_equal(reached->step, 3 * ((training.count + 249) / 250));
    assert_true(reached->best_loss < 0.2 * before);
    assert_true(reached->training_loss[2] < reached->training_loss[0]);
    trainer_use_best(trainer);
    assert_true(trainer_loss(trainer, &validation) == reached->best_loss);
    trainer_destroy(trainer);
}

static void starts_and_repeats_by_seed(void **state) {
    (void)state;
    TrainerSettings settings = settings_of(1);
    Trainer *one = trainer_of(&settings), *two = trainer_of(&settings);
    settings.seed = 2;
    Trainer *other = trainer_of(&settings);
    learn_steps(one, 10);
    learn_steps(two, 10);
    learn_steps(other, 10);
    expect_same(one, two);
    assert_true(one->state.loss_sum != other->state.loss_sum);
    trainer_destroy(one);
    trainer_destroy(two);
    trainer_destroy(other);
}

/* The sums are added in another order, that is all. */
static void threads_change_next_to_nothing(void **state) {
    (void)state;
    const TrainerSettings one = settings_of(1), three = settings_of(3);
    Trainer *a = trainer_of(&one), *b = trainer_of(&three), *c = trainer_of(&three);
    learn_steps(a, 20);
    learn_steps(b, 20);
    learn_steps(c, 20);
    expect_same(b, c);
    assert_true(fabs(a->state.loss_sum / b->state.loss_sum - 1) < 1e-3);
    trainer_destroy(a);
    trainer_destroy(b);
    trainer_destroy(c);
}

/* Up to its peak at once, by a line, and down to a hundredth of it. */
static void the_rate_rises_and_falls(void **state) {
    (void)state;
    enum { TOTAL = 2000, WARM_UP = 50 };
    for (int64_t step = 1; step < TOTAL; step++) {
        const double before = optimizer_rate(3, step - 1, TOTAL);
        const double rate = optimizer_rate(3, step, TOTAL);
        assert_true(step <= WARM_UP ? rate > before : rate < before);
    }
    assert_true(optimizer_rate(3, 0, TOTAL) < 0.1);
    assert_true(fabs(optimizer_rate(3, WARM_UP, TOTAL) - 3) < 0.02);
    assert_true(fabs(optimizer_rate(3, TOTAL / 2, TOTAL) - 1.5) < 0.05);
    assert_true(fabs(optimizer_rate(3, TOTAL - 1, TOTAL) - 0.03) < 0.001);
    assert_true(optimizer_rate(3, 0, 1) > 0);
}

/* Of all weights, before rounding. */
static double square_sum(const Model *model) {
    double sum = 0;
    for (size_t i = 0; i < model->count; i++)
        sum += (double)model->parameters[i] * (double)model->parameters[i];
    return sum;
}

static void decay_draws_weights_to_zero(void **state) {
    (void)state;
    static const double DECAYS[] = {0, 1, 20};
    double before = INFINITY;
    for (int i = 0; i < 3; i++) {
        TrainerSettings settings = settings_of(1);
        settings.decay = DECAYS[i];
        Trainer *trainer = trainer_of(&settings);
        learn_steps(trainer, 40);
        const double sum = square_sum(&trainer->model);
        assert_true(sum < 0.98 * before);
        before = sum;
        trainer_destroy(trainer);
    }
}

static bool is_still(const Model *model, LayerName name) {
    const Real *values = model_layer(model, model->parameters, name);
    for (size_t i = 0; i < model->layers[name].count; i++)
        if (values[i] != 0)
            return false;
    return true;
}

/* At the rate 0 a part stays where it begins, at 0, and the rest learns. */
static void parts_have_rates_of_their_own(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        TrainerSettings settings = settings_of(1);
        use_sets(&settings, ALL_SETS[5]);
        settings.own_rate = i % 2;
        settings.loose_rate = i / 2;
        Trainer *trainer = trainer_of(&settings);
        learn_steps(trainer, 10);
        assert_int_equal(is_still(&trainer->model, FEATURE_WEIGHTS), i % 2 == 0);
        assert_int_equal(is_still(&trainer->model, KING_FEATURE_WEIGHTS), i % 2 == 0);
        assert_int_equal(is_still(&trainer->model, LOOSE_FEATURE_WEIGHTS), i / 2 == 0);
        assert_int_equal(is_still(&trainer->model, ATTACKER_FEATURE_WEIGHTS), i / 2 == 0);
        assert_false(is_still(&trainer->model, SHARED_FEATURE_WEIGHTS));
        trainer_destroy(trainer);
    }
}

/* What one set has more than another as the model acts, of a weight. */
static Real difference_of(const Model *model, int set, int other, int feature, int column) {
    const Real *weights = model_feature_weights(model);
    const size_t features = model_features(model);
    return weights[model_feature_weight(features, set * NETWORK_FEATURES + feature, column)] -
           weights[model_feature_weight(features, other * NETWORK_FEATURES + feature, column)];
}

/* Without parts of single sets, a loose man means the same more than a safe one in all king
 * buckets. */
static void king_buckets_share_what_loose_men_add(void **state) {
    (void)state;
    TrainerSettings settings = settings_of(1);
    use_sets(&settings, ALL_SETS[3]);
    settings.own_rate = 0;
    Trainer *trainer = trainer_of(&settings);
    learn_steps(trainer, 10);
    Real *kings = model_layer(&trainer->model, trainer->model.parameters, KING_FEATURE_WEIGHTS);
    uint64_t seed = 8;
    for (size_t i = 0; i < trainer->model.layers[KING_FEATURE_WEIGHTS].count; i++)
        kings[i] = (Real)random_below(&seed, 100) / 1000;
    model_refresh(&trainer->model);
    int loose = 0, kings_apart = 0;
    for (int feature = 0; feature < NETWORK_FEATURES; feature++) {
        const int column = feature % 64;
        const Real first = difference_of(&trainer->model, 1, 0, feature, column);
        for (int set = 2; set < 2 * NETWORK_KING_BUCKETS_MAX; set += 2) {
            const Real more = difference_of(&trainer->model, set + 1, set, feature, column);
            assert_true(fabs(more - first) < 1e-5);
            kings_apart += difference_of(&trainer->model, set, 0, feature, column) != 0;
        }
        loose += first != 0;
    }
    assert_true(loose > 100 && kings_apart > 1000);
    trainer_destroy(trainer);
}

static void resumes_exactly(void **state) {
    (void)state;
    char path[32];
    Reason error = {""};
    make_train_file(path);
    for (int64_t threads = 1; threads <= 2; threads++) {
        TrainerSettings settings = settings_of(threads);
        settings.king_buckets = threads == 2 ? NETWORK_KING_BUCKETS_MAX : 1;
        settings.states = threads == 2 ? NETWORK_STATES_MAX : 1;
        settings.attackers = threads == 2;
        Trainer *through = trainer_of(&settings);
        learn_all(through);
        /* Within the first epoch, and after the end of one. */
        const int per_epoch = (int)((training.count + 249) / 250);
        const int stops[] = {7, per_epoch - 7, per_epoch, 3};
        Trainer *trainer = trainer_of(&settings);
        for (int i = 0; i < 4; i++) {
            learn_steps(trainer, stops[i]);
            if (!checkpoint_save(trainer, path, &error))
                fail_msg("%s", error.text);
            trainer_destroy(trainer);
            trainer = trainer_of(&settings);
            if (!checkpoint_load(trainer, path, &error))
                fail_msg("%s", error.text);
        }
        assert_true(trainer->state.step < through->state.step);
        learn_all(trainer);
        expect_same(trainer, through);
        trainer_destroy(trainer);
        trainer_destroy(through);
    }
    unlink(path);
}

static void expect_refusal(Trainer *trainer, const char *path, const char *reason_part) {
    Reason error = {""};
    const Trainer before = *trainer;
    assert_false(checkpoint_load(trainer, path, &error));
    assert_memory_equal(&trainer->state, &before.state, sizeof before.state);
    if (!strstr(error.text, reason_part))
        fail_msg("refused because \"%s\" instead of \"%s\"", error.text, reason_part);
}

static void alter(const char *path, long offset) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, offset < 0 ? SEEK_END : SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, -1, SEEK_CUR), 0);
    fputc(byte ^ 16, file);
    assert_int_equal(fclose(file), 0);
}

static void refuses_foreign_checkpoints(void **state) {
    (void)state;
    char path[32];
    Reason error;
    make_train_file(path);
    TrainerSettings settings = settings_of(1);
    Trainer *trainer = trainer_of(&settings);
    expect_refusal(trainer, path, "cut");
    expect_refusal(trainer, "no-such-file", "No such file");
    learn_steps(trainer, 2);
    assert_true(checkpoint_save(trainer, path, &error));
    assert_false(checkpoint_save(trainer, "no-such-folder/file", &error));
    assert_non_null(strstr(error.text, "No such file"));
    settings.rate = 1e-3;
    Trainer *other = trainer_of(&settings);
    expect_refusal(other, path, "options");
    trainer_destroy(other);
    settings = settings_of(1);
    const PositionStore *const others[][2] = {
        {&validation, &training}, {&training, &training}, {&validation, &validation}};
    for (int i = 0; i < 3; i++) {
        other = trainer_create(&settings, others[i][0], others[i][1]);
        assert_non_null(other);
        expect_refusal(other, path, "positions");
        trainer_destroy(other);
    }
    static const long OFFSETS[] = {-1, -1000000, -20};
    for (int i = 0; i < 3; i++) {
        alter(path, OFFSETS[i]);
        expect_refusal(trainer, path, "damaged");
        alter(path, OFFSETS[i]);
    }
    assert_true(checkpoint_load(trainer, path, &error));
    alter(path, 0);
    expect_refusal(trainer, path, "no checkpoint");
    alter(path, 0);
    assert_int_equal(truncate(path, 500000), 0);
    expect_refusal(trainer, path, "damaged");
    trainer_destroy(trainer);
    unlink(path);
}

/* The optimiser's means are of the steps of all runs, one after the other. */
static void expect_all_steps_counted(Trainer *trainer, const char *path) {
    Reason error = {""};
    trainer->state.network = 100;
    assert_true(checkpoint_save(trainer, path, &error));
    Trainer *next = trainer_of(&trainer->settings);
    if (!checkpoint_inherit(next, path, &error))
        fail_msg("%s", error.text);
    assert_true(trainer->state.earlier_steps > 0);
    assert_int_equal(next->state.earlier_steps, trainer->state.earlier_steps + trainer->state.step);
    trainer_destroy(next);
}

/* From the weights before rounding, with the optimiser's means; to learn something else. */
static void goes_on_from_a_checkpoint(void **state) {
    (void)state;
    char path[32];
    Reason error = {""};
    make_train_file(path);
    TrainerSettings settings = settings_of(1);
    use_sets(&settings, ALL_SETS[3]);
    Trainer *first = trainer_of(&settings);
    learn_all(first);
    assert_true(checkpoint_save(first, path, &error));
    settings.rate = 1e-3;
    settings.threads = 2;
    Trainer *second = trainer_create(&settings, &validation, &training);
    assert_non_null(second);
    assert_true(checkpoint_is_one(path));
    assert_false(checkpoint_inherit(second, path, &error));
    assert_non_null(strstr(error.text, "not at its end"));
    first->state.network = 99;
    assert_true(checkpoint_save(first, path, &error));
    if (!checkpoint_inherit(second, path, &error))
        fail_msg("%s", error.text);
    const size_t size = first->model.count * sizeof(Real);
    assert_memory_equal(second->model.parameters, first->best, size);
    assert_memory_equal(second->optimizer.square, first->optimizer.square, size);
    assert_int_equal(second->settings.origin, 99);
    assert_int_equal(second->state.earlier_steps, first->state.step);
    learn_all(second);
    static const int OTHER_SETS[] = {1, 2, 5};
    for (int i = 0; i < 3; i++) {
        use_sets(&settings, ALL_SETS[OTHER_SETS[i]]);
        Trainer *other = trainer_of(&settings);
        assert_false(checkpoint_inherit(other, path, &error));
        assert_non_null(strstr(error.text, "other sets"));
        trainer_destroy(other);
    }
    expect_all_steps_counted(second, path);
    alter(path, -5000);
    assert_false(checkpoint_inherit(second, path, &error));
    assert_non_null(strstr(error.text, "damaged"));
    trainer_destroy(first);
    trainer_destroy(second);
    unlink(path);
    assert_false(checkpoint_is_one(path));
}

static void expect_export(FeatureSets sets) {
    char path[32];
    Reason reason = {""};
    make_train_file(path);
    TrainerSettings settings = settings_of(1);
    use_sets(&settings, sets);
    /* Each state sees a share of the men, and attackers see more of them than their places do. */
    settings.epochs *= sets.states + sets.attackers;
    Trainer *trainer = trainer_of(&settings);
    learn_all(trainer);
    const Dataset dataset = {.games = 12, .origin = {.network_id = 0xABC, .nodes = 500}};
    Network *network = export_network(trainer, &dataset, 300, &reason);
    if (!network)
        fail_msg("%s", reason.text);
    QuantiseReport report;
    quantise_measure(&trainer->model, trainer->workspaces[0], network, &trainer->target,
                     &validation, 1000, &report);
    assert_int_equal(report.positions, 1000);
    assert_true(report.mean_error < 10);
    assert_true(report.network_loss < 1.01 * report.model_loss);
    assert_true(report.network_loss > 0.99 * report.model_loss);
    assert_true(report.highest_accumulator > NETWORK_ACTIVATION_ONE);
    assert_true(report.lowest_accumulator < 0);
    if (!export_write(network, path, &reason))
        fail_msg("%s", reason.text);
    Network *loaded = network_load(path, &reason);
    if (!loaded)
        fail_msg("%s", reason.text);
    assert_true(loaded->id == network->id);
    assert_int_equal(loaded->sets.king_buckets, sets.king_buckets);
    assert_int_equal(loaded->sets.states, sets.states);
    assert_int_equal(loaded->sets.attackers, sets.attackers);
    assert_non_null(strstr(loaded->provenance, "12 games by network 0000000000000abc at 500"));
    const Position up = position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const Position down = position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    /* To see more takes more games than there are here. */
    const int least = sets.attackers ? 100 : 300;
    assert_true(reference_evaluate(loaded, &up) > least);
    assert_true(reference_evaluate(loaded, &down) < -least);
    assert_false(export_write(network, "no-such-folder/net", &reason));
    network_destroy(loaded);
    network_destroy(network);
    trainer_destroy(trainer);
    unlink(path);
}

static void exports_what_it_learnt(void **state) {
    (void)state;
    for (int i = 0; i < ALL_SETS_COUNT; i++)
        expect_export(ALL_SETS[i]);
}

static void expect_acting_weights(const Model *model, bool rounded) {
    const Real *weights = model_layer(model, model->parameters, HIDDEN1_WEIGHTS);
    const Real *acting = model_hidden1_weights(model);
    assert_int_equal(model->rounds, rounded);
    for (size_t i = 0; i < model->layers[HIDDEN1_WEIGHTS].count; i++) {
        const double steps = (double)acting[i] * NETWORK_HIDDEN1_ONE;
        assert_true(rounded ? steps == round(steps) : acting[i] == weights[i]);
        assert_true(fabs((double)(acting[i] - weights[i])) <= 0.5001 / NETWORK_HIDDEN1_ONE);
    }
}

static void expect_same_hidden1(const Model *model, const Network *network, int bucket) {
    const size_t begin = (size_t)bucket * NETWORK_HIDDEN1 * (size_t)model->width;
    const Real *acting = model_hidden1_weights(model) + begin;
    const int8_t *weights = network->hidden1_weights + begin;
    for (int i = 0; i < NETWORK_HIDDEN1; i++)
        for (int n = 0; n < model->width; n++)
            assert_true(acting[n * NETWORK_HIDDEN1 + i] * NETWORK_HIDDEN1_ONE ==
                        weights[i * model->width + n]);
}

/* In the last quarter of the epochs; a network of these is kept whatever the others' losses. */
static void learns_with_rounding_at_last(void **state) {
    (void)state;
    TrainerSettings settings = settings_of(1);
    settings.epochs = 5;
    Trainer *trainer = trainer_of(&settings);
    for (int epoch = 0; epoch < 5; epoch++) {
        expect_acting_weights(&trainer->model, epoch >= 3);
        learn_steps(trainer, (int)((training.count + 249) / 250));
        assert_int_equal(trainer->state.epoch, epoch + 1);
        if (epoch == 2)
            trainer->state.best_loss = 0;
    }
    assert_true(trainer->state.best_epoch > 3);
    trainer_use_best(trainer);
    expect_acting_weights(&trainer->model, true);
    Network *network = quantise_model(&trainer->model, 300);
    assert_non_null(network);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++)
        expect_same_hidden1(&trainer->model, network, bucket);
    network_destroy(network);
    trainer_destroy(trainer);
}

static Trainer *heir_of(const Network *network, int width, FeatureSets sets) {
    TrainerSettings settings = settings_of(1);
    use_sets(&settings, sets);
    settings.width = width;
    settings.rate = 1e-3;
    Trainer *trainer = trainer_of(&settings);
    assert_true(inherit_fits(network, width, sets));
    trainer_inherit(trainer, network);
    assert_int_equal(trainer->settings.origin, network->id);
    return trainer;
}

/* A network that has learnt a little. */
static Network *learnt_network(FeatureSets sets) {
    TrainerSettings settings = settings_of(1);
    use_sets(&settings, sets);
    settings.epochs = 1;
    Trainer *trainer = trainer_of(&settings);
    learn_all(trainer);
    Network *network = quantise_model(&trainer->model, 300);
    assert_non_null(network);
    network->id = 77;
    trainer_destroy(trainer);
    return network;
}

/* The loss of a network, whose integers an heir of its own size has, too. */
static double expect_same_integers(const Network *network) {
    Trainer *trainer = heir_of(network, network->width, network->sets);
    Network *again = quantise_model(&trainer->model, network->scale);
    assert_non_null(again);
    const size_t columns = (size_t)network->width;
    const size_t rows = (size_t)feature_sets_features(network->sets);
    assert_memory_equal(network->feature_weights, again->feature_weights,
                        rows * columns * sizeof(int16_t));
    assert_memory_equal(network->feature_biases, again->feature_biases, columns * sizeof(int16_t));
    assert_memory_equal(network->hidden1_weights, again->hidden1_weights,
                        NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * columns);
    assert_memory_equal(network->heads, again->heads,
                        NETWORK_OUTPUT_BUCKETS * sizeof *network->heads);
    const double loss = trainer_loss(trainer, &validation);
    network_destroy(again);
    trainer_destroy(trainer);
    return loss;
}

static void goes_on_from_a_network(void **state) {
    (void)state;
    for (int from = 0; from < ALL_SETS_COUNT; from++) {
        Network *network = learnt_network(ALL_SETS[from]);
        const double loss = expect_same_integers(network);
        for (int to = from; to < ALL_SETS_COUNT; to++) {
            if (!inherit_fits(network, 192, ALL_SETS[to]))
                continue;
            Trainer *trainer = heir_of(network, 192, ALL_SETS[to]);
            assert_true(fabs(trainer_loss(trainer, &validation) / loss - 1) < 1e-3);
            learn_all(trainer);
            assert_true(trainer->state.best_loss < loss);
            trainer_destroy(trainer);
        }
        network_destroy(network);
    }
}

/* What king buckets have learnt goes into their part, so that nothing is left for single sets,
 * loose men begin as safe ones, and attackers mean nothing. */
static void goes_on_with_more_sets(void **state) {
    (void)state;
    Network *network = learnt_network(ALL_SETS[1]);
    Trainer *trainer = heir_of(network, network->width, ALL_SETS[5]);
    const Model *model = &trainer->model;
    assert_false(is_still(model, SHARED_FEATURE_WEIGHTS));
    assert_false(is_still(model, KING_FEATURE_WEIGHTS));
    const Real *own = model_layer(model, model->parameters, FEATURE_WEIGHTS);
    const Real *loose = model_layer(model, model->parameters, LOOSE_FEATURE_WEIGHTS);
    for (size_t i = 0; i < model->layers[FEATURE_WEIGHTS].count; i++)
        assert_true(fabs(own[i]) < 1e-6);
    for (size_t i = 0; i < model->layers[LOOSE_FEATURE_WEIGHTS].count; i++)
        assert_true(fabs(loose[i]) < 1e-6);
    assert_true(is_still(model, ATTACKER_FEATURE_WEIGHTS));
    trainer_destroy(trainer);
    network_destroy(network);
}

static void asks_for_room_to_go_on(void **state) {
    (void)state;
    const Network network = {.width = 128, .sets = ALL_SETS[1]},
                  loose = {.width = 128, .sets = ALL_SETS[2]},
                  attackers = {.width = 128, .sets = ALL_SETS[5]};
    assert_true(inherit_fits(&network, 128, ALL_SETS[1]));
    assert_true(inherit_fits(&network, 128, ALL_SETS[3]));
    assert_false(inherit_fits(&network, 64, ALL_SETS[1]));
    assert_false(inherit_fits(&network, 192, ALL_SETS[0]));
    assert_false(inherit_fits(&network, 192, ALL_SETS[2]));
    assert_true(inherit_fits(&loose, 128, ALL_SETS[3]));
    assert_false(inherit_fits(&loose, 128, ALL_SETS[1]));
    assert_true(inherit_fits(&loose, 128, ALL_SETS[5]));
    assert_false(inherit_fits(&attackers, 128, ALL_SETS[3]));
    assert_true(inherit_fits(&attackers, 128, ALL_SETS[5]));
}

/* Weights as large as they may become, where rounding is worst and overflow nearest. */
static void quantises_extreme_weights(void **state) {
    (void)state;
    TrainerSettings settings = settings_of(1);
    settings.king_buckets = NETWORK_KING_BUCKETS_MAX;
    Trainer *trainer = trainer_of(&settings);
    Model *model = &trainer->model;
    uint64_t seed = 8;
    for (int name = 0; name < LAYERS; name++) {
        const Layer *layer = &model->layers[name];
        for (size_t i = 0; i < layer->count; i++)
            model->parameters[layer->begin + i] =
                random_below(&seed, 2) ? layer->limit : -layer->limit;
    }
    model_refresh(model);
    Network *network = quantise_model(model, 300);
    assert_non_null(network);
    Reason reason;
    if (!network_is_safe(network, &reason))
        fail_msg("%s", reason.text);
    QuantiseReport report;
    quantise_measure(model, trainer->workspaces[0], network, &trainer->target, &validation, 300,
                     &report);
    assert_in_range(report.highest_accumulator, 1000, INT16_MAX);
    network_destroy(network);
    trainer_destroy(trainer);
}

static void draws_the_losses(void **state) {
    (void)state;
    char path[32], text[20000] = "";
    Reason error;
    make_train_file(path);
    TrainerState losses = {
        .epoch = 2, .training_loss = {0.02, 0.01}, .validation_loss = {0.021, 0.015}};
    if (!page_save_losses(&losses, 5, path, &error))
        fail_msg("%s", error.text);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 500);
    fclose(file);
    assert_non_null(strstr(text, "<svg"));
    assert_non_null(strstr(text, ">0.015000<"));
    assert_non_null(strstr(text, "</html>"));
    /* One epoch, and losses that do not differ. */
    losses = (TrainerState){.epoch = 1};
    assert_true(page_save_losses(&losses, 1, path, &error));
    unlink(path);
}

int main(void) {
    chess_init();
    add_material_positions(&training, 15000, 1);
    add_material_positions(&validation, 1500, 2);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_material),
        cmocka_unit_test(starts_and_repeats_by_seed),
        cmocka_unit_test(threads_change_next_to_nothing),
        cmocka_unit_test(the_rate_rises_and_falls),
        cmocka_unit_test(decay_draws_weights_to_zero),
        cmocka_unit_test(parts_have_rates_of_their_own),
        cmocka_unit_test(king_buckets_share_what_loose_men_add),
        cmocka_unit_test(resumes_exactly),
        cmocka_unit_test(refuses_foreign_checkpoints),
        cmocka_unit_test(goes_on_from_a_checkpoint),
        cmocka_unit_test(exports_what_it_learnt),
        cmocka_unit_test(learns_with_rounding_at_last),
        cmocka_unit_test(goes_on_from_a_network),
        cmocka_unit_test(goes_on_with_more_sets),
        cmocka_unit_test(asks_for_room_to_go_on),
        cmocka_unit_test(quantises_extreme_weights),
        cmocka_unit_test(draws_the_losses),
    };
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    store_clear(&training);
    store_clear(&validation);
    return failures;
}
