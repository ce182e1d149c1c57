#pragma once

#include "nnue/network.h"
#include "train/store.h"

/* Learning from other networks beside the searches (distillation: G. Hinton, O. Vinyals and J.
 * Dean, 2015). What a search of few nodes says of one position scatters; what a network
 * has drawn from millions of games does not, and its errors are others than those of a network that
 * begins from random weights. */

#define TEACHERS_MAX 8

typedef struct Teachers {
    Network *networks[TEACHERS_MAX];
    int count;
} Teachers;

/* Puts `share` (0 to 1) of the mean that the networks expect into the score of each position of
 * the store, whose scores are for a logit of 1 at k centipawns. A bound of a tree that the networks
 * keep becomes their value, one that they do not keep counts as a value. At least one network; the
 * caller's thread, with as many as asked for. False without memory, after which the store is not to
 * be used. */
bool teachers_teach(const Teachers *teachers, double share, double k, int threads,
                    PositionStore *store);

/* Leaves none. */
void teachers_clear(Teachers *teachers);
