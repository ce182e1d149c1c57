#pragma once

#include "train/model.h"
#include "train/packed.h"

/* The model's output, its loss, and the loss's derivatives, for positions by the hundred. */

/* What the output is measured against: share * outcome + (1 - share) * sigmoid(score / k). */
typedef struct Target {
    double outcome_share; /* 0 to 1 */
    double k;
} Target;

/* Everything one thread needs beside the model. */
typedef struct Workspace Workspace;

/* NULL without memory. `capacity` is the most positions that one call may be given. */
Workspace *workspace_create(const Model *model, int capacity);
void workspace_destroy(Workspace *workspace);

/* Sum of the loss's derivatives, in the model's layout; its owner sets it back to zero. */
Real *workspace_gradient(const Workspace *workspace);

/* Sum of the squared errors of the expected result, from 0 to 1, over positions in any order, of
 * which one within its bound has none; with `learns` their derivatives are added to the workspace's
 * gradient, but for what king buckets share (model_share_gradient()). The positions, at most
 * `capacity`, are sorted by bucket in place. */
double gradient_loss(const Model *model, Workspace *workspace, const Target *target,
                     PackedPosition *positions, int count, bool learns);

/* The outputs, logits of the expected result, of positions in their order. */
void gradient_outputs(const Model *model, Workspace *workspace, const PackedPosition *positions,
                      int count, Real *outputs);

double target_value(const Target *target, const PackedPosition *position);
