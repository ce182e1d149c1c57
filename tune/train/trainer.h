#pragma once

#include "nnue/network.h"
#include "train/gradient.h"
#include "train/optimizer.h"
#include "train/store.h"

/* A training run: which positions come when, what has been reached, what was best. The last quarter
 * of the epochs learns with the quantised network's rounding (model_round()). One thread calls it;
 * it works with as many as the settings say. The same settings and positions give the same numbers
 * every time. */

#define TRAINER_EPOCHS_MAX 1000

/* What determines the result of a run, together with the positions. All of it is compared when a
 * run is resumed, so no field may hold padding: every one takes 8 bytes. */
typedef struct TrainerSettings {
    int64_t width;
    int64_t king_buckets;
    int64_t states;    /* of men that the network tells apart */
    int64_t attackers; /* whether it sees them: 0 or 1 */
    int64_t epochs;
    int64_t batch; /* positions between two steps */
    int64_t threads;
    uint64_t seed;
    uint64_t origin;      /* id of the network that it goes on from, 0 for none */
    double teacher_share; /* of networks in what the positions say, 0 without any */
    double rate;          /* peak of the learning rate */
    double own_rate;      /* share of it for what king buckets and single sets of features add */
    double loose_rate;    /* the same for what loose men add */
    double decay;
    double outcome_share;
    double k; /* centipawns for a logit of 1 */
} TrainerSettings;

/* How far a run has come; likewise without padding. */
typedef struct TrainerState {
    int64_t step;       /* batches learnt, over all epochs */
    int64_t epoch;      /* epochs completed */
    int64_t position;   /* positions learnt in the epoch under way */
    double loss_sum;    /* over them */
    int64_t best_epoch; /* from 1; 0 before the first */
    double best_loss;
    int64_t earlier_steps; /* of the runs that it goes on from, whose means of gradients it has */
    uint64_t network;      /* id of the network that it ended with, 0 before */
    double training_loss[TRAINER_EPOCHS_MAX];
    double validation_loss[TRAINER_EPOCHS_MAX];
} TrainerState;

typedef struct Trainer {
    TrainerSettings settings;
    TrainerState state;
    Target target;
    const PositionStore *training;
    const PositionStore *validation;
    Model model;
    Optimizer optimizer;
    Real *best; /* parameters of the best epoch */
    Workspace **workspaces;
    PackedPosition *batch;
    int share; /* most positions that one thread is given at a time */
} Trainer;

/* A run at its beginning. Both stores must outlive it and not be empty. NULL without memory. */
Trainer *trainer_create(const TrainerSettings *settings, const PositionStore *training,
                        const PositionStore *validation);
void trainer_destroy(Trainer *trainer);

/* Learns the next batch. True when the epoch's positions are exhausted: trainer_end_epoch() is due.
 */
bool trainer_step(Trainer *trainer);

/* Whether an epoch, counted from 0, learns with the weights rounded as the network will have
 * them: those of the last quarter. */
bool trainer_rounds(const Trainer *trainer, int64_t epoch);

/* Measures the validation loss, notes both losses and keeps the best parameters. True when these
 * are the best so far; an epoch that learns with rounding is better than any that does not. */
bool trainer_end_epoch(Trainer *trainer);

bool trainer_is_finished(const Trainer *trainer);

/* Mean squared error over all positions of a store. */
double trainer_loss(Trainer *trainer, const PositionStore *store);

/* The same against another target than the one that is learnt. */
double trainer_loss_against(Trainer *trainer, const Target *target, const PositionStore *store);

/* The sets of features that settings ask for. */
FeatureSets trainer_sets(const TrainerSettings *settings);

/* Goes on from a network instead of random weights; before the first step. inherit_fits() says that
 * it can. */
void trainer_inherit(Trainer *trainer, const Network *network);

/* Brings the model up to date once parameters and state have been set from outside. */
void trainer_refresh(Trainer *trainer);

/* Makes the best parameters the model's. */
void trainer_use_best(Trainer *trainer);
