#pragma once

#include "train/gradient.h"
#include "train/store.h"

/* A position with what the model makes of it. */
typedef struct Sample {
    PackedPosition packed;
    FeaturePair features;
    double output;
} Sample;

/* Calls visit() for up to `limit` positions of the store in random order, always the same ones. */
void samples_visit(const Model *model, Workspace *workspace, const PositionStore *store,
                   size_t limit, void (*visit)(void *context, const Sample *sample), void *context);
