#include <math.h>

#include "train/gradient.h"
#include "train/parts.h"
#include "train_support.h"

/* Built with TRAIN_DOUBLE: finite differences need the digits. */
_Static_assert(sizeof(Real) == 8, "this test is about the trainer in double precision");

#define WIDTH     64
#define POSITIONS 200
#define STEP      1e-6

/* Parameters looked at in each layer. */
#define SAMPLES 40

static double loss_of(const Model *model, Workspace *workspace, const PositionStore *store,
                      bool learns) {
    PackedPosition positions[POSITIONS];
    const Target target = {.outcome_share = 0.3, .k = 250};
    for (int i = 0; i < POSITIONS; i++) {
        positions[i] = *store_at(store, (size_t)i);
        positions[i].kind = i % 3 == 0 ? PACKED_OF_TREE : PACKED_OF_GAME;
    }
    return gradient_loss(model, workspace, &target, positions, POSITIONS, learns);
}

/* By how much the loss rises with one parameter, by trying. */
static double measured_slope(Model *model, Workspace *workspace, const PositionStore *store,
                             size_t parameter) {
    const double value = model->parameters[parameter];
    double losses[2];
    for (int side = 0; side < 2; side++) {
        model->parameters[parameter] = value + (side ? STEP : -STEP);
        model_refresh(model);
        losses[side] = loss_of(model, workspace, store, false);
    }
    model->parameters[parameter] = value;
    model_refresh(model);
    return (losses[1] - losses[0]) / (2 * STEP);
}

static void expect_layer(Model *model, Workspace *workspace, const PositionStore *store,
                         LayerName name, const double *gradient, uint64_t *seed) {
    const Layer *layer = &model->layers[name];
    int alive = 0;
    for (int tries = 0; layer->count > 0 && tries < 200 * SAMPLES && alive < SAMPLES; tries++) {
        const size_t parameter =
            layer->begin + (size_t)random_scale(random_next(seed), layer->count);
        if (fabs(gradient[parameter]) < 1e-7 && tries % 100 > 0)
            continue;
        const double measured = measured_slope(model, workspace, store, parameter);
        const double difference = fabs(measured - gradient[parameter]);
        if (difference > 1e-7 + 1e-5 * fabs(measured))
            fail_msg("layer %d, parameter %zu: derivative %.10g, measured %.10g", (int)name,
                     parameter - layer->begin, gradient[parameter], measured);
        alive += fabs(measured) > 1e-7;
    }
    if (alive < SAMPLES / 10 && layer->count > 0)
        fail_msg("layer %d: only %d parameters matter", (int)name, alive);
}

static void expect_agreement(FeatureSets sets) {
    PositionStore store = {0};
    add_material_positions(&store, POSITIONS, 1);
    Model model;
    assert_true(model_create(&model, WIDTH, sets, 5));
    Workspace *workspace = workspace_create(&model, POSITIONS);
    double *gradient = malloc(model.count * sizeof *gradient);
    assert_true(workspace && gradient);
    /* Buckets that differ, so that none is taken for another. */
    uint64_t seed = 3;
    for (size_t i = 0; i < model.count; i++)
        model.parameters[i] += 0.02 * (double)(random_below(&seed, 2001) - 1000) / 1000;
    model_refresh(&model);
    loss_of(&model, workspace, &store, true);
    parts_share_gradient(&model, workspace_gradient(workspace));
    memcpy(gradient, workspace_gradient(workspace), model.count * sizeof *gradient);
    for (int name = 0; name < LAYERS; name++)
        expect_layer(&model, workspace, &store, (LayerName)name, gradient, &seed);
    free(gradient);
    workspace_destroy(workspace);
    model_destroy(&model);
    store_clear(&store);
}

static void agrees_with_finite_differences(void **state) {
    (void)state;
    expect_agreement((FeatureSets){1, 1, 0});
    expect_agreement((FeatureSets){NETWORK_KING_BUCKETS_MAX, 1, 0});
    expect_agreement((FeatureSets){NETWORK_KING_BUCKETS_MAX, NETWORK_STATES_MAX, 0});
    expect_agreement((FeatureSets){NETWORK_KING_BUCKETS_MAX, NETWORK_STATES_MAX, true});
}

/* What a position of the start with that score and outcome adds to the loss. */
static double loss_of_one(const Model *model, int score, int outcome, PackedKind kind) {
    const Position start = position_of(FEN_START);
    const Target target = {.outcome_share = 0.3, .k = 250};
    PackedPosition packed;
    packed_from_position(&start, score, outcome, &packed);
    packed.kind = (uint8_t)kind;
    Workspace *workspace = workspace_create(model, 1);
    assert_non_null(workspace);
    const double loss = gradient_loss(model, workspace, &target, &packed, 1, false);
    workspace_destroy(workspace);
    return loss;
}

/* An output from 0 to 1 is held against bounds far above and far below it. */
static void bounds_have_one_side(void **state) {
    (void)state;
    Model model;
    assert_true(model_create(&model, WIDTH, (FeatureSets){1, 1, 0}, 6));
    assert_true(loss_of_one(&model, 1900, 0, PACKED_OF_TREE) == 0);
    assert_true(loss_of_one(&model, -1900, 2, PACKED_OF_TREE) == 0);
    const double high = loss_of_one(&model, 1900, 2, PACKED_OF_TREE);
    const double low = loss_of_one(&model, -1900, 0, PACKED_OF_TREE);
    assert_true(high > 0.01 && low > 0.01);
    assert_true(loss_of_one(&model, 1900, 1, PACKED_OF_TREE) == high);
    assert_true(loss_of_one(&model, -1900, 1, PACKED_OF_TREE) == low);
    assert_true(loss_of_one(&model, 1900, 0, PACKED_OF_GAME) > 0);
    model_destroy(&model);
}

static void adds_up_over_calls(void **state) {
    (void)state;
    PositionStore store = {0};
    add_material_positions(&store, POSITIONS, 2);
    Model model;
    assert_true(model_create(&model, WIDTH, (FeatureSets){1, 1, 0}, 6));
    Workspace *once = workspace_create(&model, POSITIONS),
              *twice = workspace_create(&model, POSITIONS);
    assert_true(once && twice);
    const double loss = loss_of(&model, once, &store, true);
    assert_true(loss > 0);
    assert_true(loss_of(&model, twice, &store, true) == loss);
    assert_true(loss_of(&model, twice, &store, true) == loss);
    for (size_t i = 0; i < model.count; i++) {
        const double sum = workspace_gradient(twice)[i];
        const double wanted = 2 * workspace_gradient(once)[i];
        assert_true(fabs(sum - wanted) <= 1e-12 + 1e-9 * fabs(wanted));
    }
    workspace_destroy(once);
    workspace_destroy(twice);
    model_destroy(&model);
    store_clear(&store);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_finite_differences),
        cmocka_unit_test(bounds_have_one_side),
        cmocka_unit_test(adds_up_over_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
