#include "train/trainer.h"

#include <stdlib.h>
#include <string.h>

#include "train/inherit.h"
#include "train/parts.h"
#include "train/permutation.h"

/* Positions fetched ahead: they lie all over the memory. */
#define FETCH_AHEAD 16

bool trainer_rounds(const Trainer *trainer, int64_t epoch) {
    const int64_t epochs = trainer->settings.epochs;
    return epoch >= epochs - (epochs + 3) / 4;
}

FeatureSets trainer_sets(const TrainerSettings *settings) {
    return (FeatureSets){(int)settings->king_buckets, (int)settings->states,
                         settings->attackers != 0};
}

Trainer *trainer_create(const TrainerSettings *settings, const PositionStore *training,
                        const PositionStore *validation) {
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer)
        return NULL;
    trainer->settings = *settings;
    trainer->training = training;
    trainer->validation = validation;
    trainer->target = (Target){settings->outcome_share, settings->k};
    trainer->share = (int)((settings->batch + settings->threads - 1) / settings->threads);
    bool done = model_create(&trainer->model, (int)settings->width, trainer_sets(settings),
                             settings->seed) &&
                optimizer_create(&trainer->optimizer, &trainer->model);
    trainer->best = model_array(trainer->model.count);
    trainer->batch =
        malloc((size_t)trainer->share * (size_t)settings->threads * sizeof *trainer->batch);
    trainer->workspaces = calloc((size_t)settings->threads, sizeof(Workspace *));
    done = done && trainer->best && trainer->batch && trainer->workspaces;
    for (int i = 0; done && i < settings->threads; i++) {
        trainer->workspaces[i] = workspace_create(&trainer->model, trainer->share);
        done = trainer->workspaces[i];
    }
    if (done) {
        trainer_refresh(trainer);
        return trainer;
    }
    trainer_destroy(trainer);
    return NULL;
}

void trainer_destroy(Trainer *trainer) {
    if (!trainer)
        return;
    for (int i = 0; trainer->workspaces && i < trainer->settings.threads; i++)
        workspace_destroy(trainer->workspaces[i]);
    free(trainer->workspaces);
    free(trainer->batch);
    model_array_free(trainer->best, trainer->model.count);
    optimizer_destroy(&trainer->optimizer, &trainer->model);
    model_destroy(&trainer->model);
    free(trainer);
}

/* Copies the positions at some places of the epoch's order. */
static void gather(const PositionStore *store, const Permutation *order, int64_t begin, int count,
                   PackedPosition *positions) {
    const PackedPosition *ahead[FETCH_AHEAD];
    for (int n = 0; n < count + FETCH_AHEAD; n++) {
        const int arriving = n - FETCH_AHEAD;
        if (arriving >= 0)
            positions[arriving] = *ahead[arriving % FETCH_AHEAD];
        if (n < count) {
            ahead[n % FETCH_AHEAD] = store_at(store, permutation_at(order, (uint64_t)(begin + n)));
            PREFETCH(ahead[n % FETCH_AHEAD]);
        }
    }
}

/* Positions of a piece of work of `count` that a thread's part consists of. */
static int part_count(const Trainer *trainer, int64_t count, int thread) {
    const int64_t left = count - (int64_t)thread * trainer->share;
    return left < 0 ? 0 : left < trainer->share ? (int)left : trainer->share;
}

/* Sum of the losses of the `count` positions that begin at a place of an order, the parts added up
 * in the same order whichever thread is first. */
static double batch_loss(Trainer *trainer, const Target *target, const PositionStore *store,
                         const Permutation *order, int64_t begin, int64_t count, bool learns) {
    const int threads = (int)trainer->settings.threads;
    double losses[threads];
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int thread = 0; thread < threads; thread++) {
        const int64_t first = (int64_t)thread * trainer->share;
        const int size = part_count(trainer, count, thread);
        PackedPosition *positions = trainer->batch + first;
        gather(store, order, begin + first, size, positions);
        losses[thread] = gradient_loss(&trainer->model, trainer->workspaces[thread], target,
                                       positions, size, learns);
        if (learns)
            parts_share_gradient(&trainer->model, workspace_gradient(trainer->workspaces[thread]));
    }
    double loss = 0;
    for (int thread = 0; thread < threads; thread++)
        loss += losses[thread];
    return loss;
}

static void move_parameters(Trainer *trainer, const OptimizerStep *step) {
    const int threads = (int)trainer->settings.threads;
    const size_t vectors = trainer->model.count / (size_t)LANES;
    Real *gradients[threads];
    for (int thread = 0; thread < threads; thread++)
        gradients[thread] = workspace_gradient(trainer->workspaces[thread]);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int thread = 0; thread < threads; thread++) {
        const size_t begin = vectors * (size_t)thread / (size_t)threads * (size_t)LANES;
        const size_t end = vectors * (size_t)(thread + 1) / (size_t)threads * (size_t)LANES;
        optimizer_move(&trainer->optimizer, &trainer->model, step, gradients, threads, begin, end);
    }
    model_refresh(&trainer->model);
}

static int64_t steps_per_epoch(const Trainer *trainer) {
    const int64_t batch = trainer->settings.batch;
    return ((int64_t)trainer->training->count + batch - 1) / batch;
}

bool trainer_step(Trainer *trainer) {
    const TrainerSettings *settings = &trainer->settings;
    TrainerState *state = &trainer->state;
    const int64_t left = (int64_t)trainer->training->count - state->position;
    const int64_t count = left < settings->batch ? left : settings->batch;
    const int64_t total = steps_per_epoch(trainer) * settings->epochs;
    const OptimizerStep step = {
        .rate = optimizer_rate(settings->rate, state->step, total),
        .shares =
            {[RATE_FULL] = 1, [RATE_OWN] = settings->own_rate, [RATE_LOOSE] = settings->loose_rate},
        .decay = settings->decay,
        .number = state->earlier_steps + state->step + 1,
        .positions = count};
    Permutation order;
    permutation_begin(&order, trainer->training->count,
                      settings->seed + 0x9E3779B97F4A7C15ULL * (uint64_t)(state->epoch + 1));
    state->loss_sum += batch_loss(trainer, &trainer->target, trainer->training, &order,
                                  state->position, count, true);
    move_parameters(trainer, &step);
    state->step++;
    state->position += count;
    return state->position >= (int64_t)trainer->training->count;
}

double trainer_loss_against(Trainer *trainer, const Target *target, const PositionStore *store) {
    Permutation order;
    permutation_begin(&order, store->count, 0);
    const int64_t count = (int64_t)store->count, batch = trainer->settings.batch;
    double sum = 0;
    for (int64_t begin = 0; begin < count; begin += batch)
        sum += batch_loss(trainer, target, store, &order, begin,
                          count - begin < batch ? count - begin : batch, false);
    return sum / (double)count;
}

double trainer_loss(Trainer *trainer, const PositionStore *store) {
    return trainer_loss_against(trainer, &trainer->target, store);
}

bool trainer_end_epoch(Trainer *trainer) {
    TrainerState *state = &trainer->state;
    const double loss = trainer_loss(trainer, trainer->validation);
    const bool rounded = trainer_rounds(trainer, state->epoch);
    const bool best_rounded = trainer_rounds(trainer, state->best_epoch - 1);
    state->training_loss[state->epoch] = state->loss_sum / (double)state->position;
    state->validation_loss[state->epoch] = loss;
    state->epoch++;
    state->position = 0;
    state->loss_sum = 0;
    const bool best = state->best_epoch == 0 || rounded != best_rounded || loss < state->best_loss;
    if (best) {
        state->best_epoch = state->epoch;
        state->best_loss = loss;
        memcpy(trainer->best, trainer->model.parameters, trainer->model.count * sizeof(Real));
    }
    trainer_refresh(trainer);
    return best;
}

bool trainer_is_finished(const Trainer *trainer) {
    return trainer->state.epoch >= trainer->settings.epochs;
}

void trainer_inherit(Trainer *trainer, const Network *network) {
    trainer->settings.origin = network->id;
    inherit_network(network, &trainer->model);
    trainer_refresh(trainer);
}

void trainer_refresh(Trainer *trainer) {
    model_round(&trainer->model, trainer_rounds(trainer, trainer->state.epoch));
}

void trainer_use_best(Trainer *trainer) {
    memcpy(trainer->model.parameters, trainer->best, trainer->model.count * sizeof(Real));
    model_round(&trainer->model, trainer_rounds(trainer, trainer->state.best_epoch - 1));
}
