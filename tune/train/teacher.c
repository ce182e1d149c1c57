#include "train/teacher.h"

#include <math.h>
#include <stdlib.h>

#include "train/gradient.h"
#include "train/hash.h"
#include "train/inherit.h"
#include "train/logistic.h"

/* Positions that pass through the networks together. A block of the store holds a multiple. */
#define PORTION 1024

_Static_assert(STORE_BLOCK % PORTION == 0, "no portion lies in two blocks");

/* What a thread needs for all networks. */
typedef struct Class {
    const Teachers *teachers;
    const Model *models;
    Workspace *workspaces[TEACHERS_MAX];
    Real outputs[PORTION];
    double expected[PORTION];
} Class;

static void class_destroy(Class *class) {
    if (!class)
        return;
    for (int i = 0; i < class->teachers->count; i++)
        workspace_destroy(class->workspaces[i]);
    free(class);
}

static Class *class_create(const Teachers *teachers, const Model *models) {
    Class *class = calloc(1, sizeof *class);
    if (!class)
        return NULL;
    class->teachers = teachers;
    class->models = models;
    for (int i = 0; i < teachers->count; i++) {
        class->workspaces[i] = workspace_create(&models[i], PORTION);
        if (!class->workspaces[i]) {
            class_destroy(class);
            return NULL;
        }
    }
    return class;
}

/* The mean of what the networks expect of some positions. */
static void class_ask(Class *class, const PackedPosition *positions, int count) {
    const int teachers = class->teachers->count;
    for (int n = 0; n < count; n++)
        class->expected[n] = 0;
    for (int i = 0; i < teachers; i++) {
        gradient_outputs(&class->models[i], class->workspaces[i], positions, count, class->outputs);
        for (int n = 0; n < count; n++)
            class->expected[n] += logistic_expectation(class->outputs[n], 1) / teachers;
    }
}

static void blend(PackedPosition *position, double value, double share, double k) {
    const double searched = logistic_expectation(position->score, k);
    const bool is_kept = packed_is_within_bound(position, value - searched);
    const double mean = is_kept ? value : share * value + (1 - share) * searched;
    position->score = (int16_t)lrint(logistic_score(mean, k));
    if (position->kind == PACKED_OF_TREE)
        position->outcome = 1;
}

static void class_teach(Class *class, double share, double k, PackedPosition *positions,
                        size_t count) {
    for (size_t begin = 0; begin < count; begin += PORTION) {
        const int size = (int)(count - begin < PORTION ? count - begin : PORTION);
        class_ask(class, positions + begin, size);
        for (int n = 0; n < size; n++)
            blend(&positions[begin + (size_t)n], class->expected[n], share, k);
    }
}

/* Blocks are shared out as threads become free: each position has its own score, whoever finds it.
 */
static bool teach_with_models(const Teachers *teachers, const Model *models, double share, double k,
                              int threads, PositionStore *store) {
    bool done = true;
#ifdef _OPENMP
#pragma omp parallel num_threads(threads) reduction(&& : done)
#endif
    {
        Class *class = class_create(teachers, models);
        done = class;
#ifdef _OPENMP
#pragma omp for schedule(dynamic)
#endif
        for (size_t block = 0; block < store->block_count; block++) {
            const size_t left = store->count - block * STORE_BLOCK;
            if (class)
                class_teach(class, share, k, store->blocks[block],
                            left < STORE_BLOCK ? left : STORE_BLOCK);
        }
        class_destroy(class);
    }
    (void)threads;
    return done;
}

/* A model that acts as the network does. False without memory. */
static bool model_of(const Network *network, Model *model) {
    if (!model_create(model, network->width, network->sets, 0))
        return false;
    inherit_network(network, model);
    model_round(model, true);
    return true;
}

bool teachers_teach(const Teachers *teachers, double share, double k, int threads,
                    PositionStore *store) {
    Model models[TEACHERS_MAX];
    int count = 0;
    while (count < teachers->count && model_of(teachers->networks[count], &models[count]))
        store->fingerprint = hash_add(store->fingerprint, teachers->networks[count++]->id);
    const bool done =
        count == teachers->count && teach_with_models(teachers, models, share, k, threads, store);
    for (int i = 0; i < count; i++)
        model_destroy(&models[i]);
    return done;
}

void teachers_clear(Teachers *teachers) {
    for (int i = 0; i < teachers->count; i++)
        network_destroy(teachers->networks[i]);
    *teachers = (Teachers){0};
}
