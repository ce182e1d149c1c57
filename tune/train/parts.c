#include "train/parts.h"

#include <string.h>

int parts_sets(const Model *model, LayerName part) {
    const FeatureSets sets = model->sets;
    if (part == SHARED_FEATURE_WEIGHTS)
        return feature_sets_count(sets) > 1;
    if (part == KING_FEATURE_WEIGHTS)
        return sets.king_buckets > 1 && sets.states > 1 ? sets.king_buckets : 0;
    if (part == ATTACKER_FEATURE_WEIGHTS)
        return feature_sets_of_attackers(sets);
    return part == LOOSE_FEATURE_WEIGHTS && sets.states > 1;
}

int parts_of_set(const Model *model, LayerName part, int set) {
    if (parts_sets(model, part) == 0)
        return -1;
    const int places = feature_sets_of_places(model->sets);
    if ((part == ATTACKER_FEATURE_WEIGHTS) != (set >= places))
        return -1;
    if (part == ATTACKER_FEATURE_WEIGHTS)
        return set - places;
    if (part == KING_FEATURE_WEIGHTS)
        return set / model->sets.states;
    return part == LOOSE_FEATURE_WEIGHTS && set % model->sets.states == 0 ? -1 : 0;
}

/* Numbers of one set in a slice. */
#define BLOCK ((size_t)NETWORK_FEATURES * SLICE)

/* Where they begin in a layer of so many sets. */
static size_t block_at(int sets, int slice, int set) {
    return ((size_t)slice * (size_t)sets + (size_t)set) * BLOCK;
}

static void block_add(Real *restrict to, const Real *restrict from) {
    for (size_t i = 0; i < BLOCK; i++)
        to[i] += from[i];
}

static void block_limit(Real *values) {
    const Real limit = (Real)FEATURE_LIMIT;
    for (size_t i = 0; i < BLOCK; i++) {
        const Real value = values[i] < limit ? values[i] : limit;
        values[i] = value > -limit ? value : -limit;
    }
}

/* What a set takes from a part in a slice of an array in the model's layout, NULL for nothing. */
static Real *block_of_part(const Model *model, Real *array, LayerName part, int slice, int set) {
    const int number = parts_of_set(model, part, set);
    if (number < 0)
        return NULL;
    return model_layer(model, array, part) + block_at(parts_sets(model, part), slice, number);
}

void parts_add(Model *model) {
    if (!model->feature_sums)
        return;
    const Real *own = model_layer(model, model->parameters, FEATURE_WEIGHTS);
    const int sets = feature_sets_count(model->sets);
    for (int block = 0; block < model->width / SLICE * sets; block++) {
        Real *sums = model->feature_sums + (size_t)block * BLOCK;
        memcpy(sums, own + (size_t)block * BLOCK, BLOCK * sizeof *sums);
        for (int part = SHARED_FEATURE_WEIGHTS; part <= ATTACKER_FEATURE_WEIGHTS; part++) {
            const Real *from = block_of_part(model, model->parameters, (LayerName)part,
                                             block / sets, block % sets);
            if (from)
                block_add(sums, from);
        }
        block_limit(sums);
    }
}

void parts_share_gradient(const Model *model, Real *gradient) {
    if (!model->feature_sums)
        return;
    const Real *own = model_layer(model, gradient, FEATURE_WEIGHTS);
    const int sets = feature_sets_count(model->sets);
    for (int part = SHARED_FEATURE_WEIGHTS; part <= ATTACKER_FEATURE_WEIGHTS; part++) {
        memset(model_layer(model, gradient, (LayerName)part), 0,
               model->layers[part].count * sizeof *gradient);
        for (int block = 0; block < model->width / SLICE * sets; block++) {
            Real *to = block_of_part(model, gradient, (LayerName)part, block / sets, block % sets);
            if (to)
                block_add(to, own + (size_t)block * BLOCK);
        }
    }
}
