#include "train/sparse.h"

_Static_assert(SLICE_VECTORS == 4, "the loops below name four vectors");

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
            Vector own0 = biases[0], own1 = biases[1], own2 = biases[2], own3 = biases[3];
            Vector other0 = own0, other1 = own1, other2 = own2, other3 = own3;
            for (int i = 0; i < pair->count; i++) {
                const Vector *own = weights + pair->own[i] * SLICE_VECTORS;
                const Vector *other = weights + pair->other[i] * SLICE_VECTORS;
                own0 += own[0];
                own1 += own[1];
                own2 += own[2];
                own3 += own[3];
                other0 += other[0];
                other1 += other[1];
                other2 += other[2];
                other3 += other[3];
            }
            Vector *to_own = (Vector *)(accumulators + 2 * n * model->width + column);
            Vector *to_other = (Vector *)(accumulators + (2 * n + 1) * model->width + column);
            to_own[0] = own0;
            to_own[1] = own1;
            to_own[2] = own2;
            to_own[3] = own3;
            to_other[0] = other0;
            to_other[1] = other1;
            to_other[2] = other2;
            to_other[3] = other3;
        }
    }
}

/* row += change, of one slice. */
ALWAYS_INLINE void row_add(Vector *row, const Vector *change) {
    row[0] += change[0];
    row[1] += change[1];
    row[2] += change[2];
    row[3] += change[3];
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
            for (int i = 0; i < pair->count; i++) {
                row_add(weights + pair->own[i] * SLICE_VECTORS, own);
                row_add(weights + pair->other[i] * SLICE_VECTORS, other);
            }
        }
    }
}
