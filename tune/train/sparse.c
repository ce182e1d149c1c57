#include "train/sparse.h"

#include <string.h>

/* row += change, of one slice. */
ALWAYS_INLINE void row_add(Vector *row, const Vector *change) {
    for (int v = 0; v < SLICE_VECTORS; v++)
        row[v] += change[v];
}

void sparse_forward(const Model *model, const FeaturePair *pairs, int count, Real *accumulators) {
    const Real *all_weights = model_feature_weights(model);
    const size_t features = model_features(model);
    const Real *all_biases = model_layer(model, model->parameters, FEATURE_BIASES);
    for (int column = 0; column < model->width; column += SLICE) {
        const Vector *weights =
            (const Vector *)(all_weights + model_feature_weight(features, 0, column));
        const Vector *biases = (const Vector *)(all_biases + column);
        for (int n = 0; n < count; n++) {
            const FeaturePair *pair = &pairs[n];
            Vector own[SLICE_VECTORS], other[SLICE_VECTORS];
            memcpy(own, biases, sizeof own);
            memcpy(other, biases, sizeof other);
            for (int i = 0; i < pair->own.count; i++) {
                row_add(own, weights + pair->own.indexes[i] * SLICE_VECTORS);
                row_add(other, weights + pair->other.indexes[i] * SLICE_VECTORS);
            }
            memcpy(accumulators + 2 * n * model->width + column, own, sizeof own);
            memcpy(accumulators + (2 * n + 1) * model->width + column, other, sizeof other);
        }
    }
}

void sparse_backward(const Model *model, const FeaturePair *pairs, int count,
                     const Real *derivatives, Real *gradient) {
    Real *all_weights = model_layer(model, gradient, FEATURE_WEIGHTS);
    Real *all_biases = model_layer(model, gradient, FEATURE_BIASES);
    const size_t features = model_features(model);
    for (int column = 0; column < model->width; column += SLICE) {
        Vector *weights = (Vector *)(all_weights + model_feature_weight(features, 0, column));
        Vector *biases = (Vector *)(all_biases + column);
        for (int n = 0; n < count; n++) {
            const FeaturePair *pair = &pairs[n];
            const Vector *from_own = (const Vector *)(derivatives + 2 * n * model->width + column);
            const Vector *from_other =
                (const Vector *)(derivatives + (2 * n + 1) * model->width + column);
            const Vector own[SLICE_VECTORS] = {from_own[0], from_own[1], from_own[2], from_own[3]};
            const Vector other[SLICE_VECTORS] = {from_other[0], from_other[1], from_other[2],
                                                 from_other[3]};
            row_add(biases, own);
            row_add(biases, other);
            for (int i = 0; i < pair->own.count; i++) {
                row_add(weights + pair->own.indexes[i] * SLICE_VECTORS, own);
                row_add(weights + pair->other.indexes[i] * SLICE_VECTORS, other);
            }
        }
    }
}
