#include "train/sample.h"

#include "train/permutation.h"

/* Positions evaluated at a time. */
#define BLOCK 64

void samples_visit(const Model *model, Workspace *workspace, const PositionStore *store,
                   size_t limit, void (*visit)(void *context, const Sample *sample),
                   void *context) {
    Permutation order;
    permutation_begin(&order, store->count, 0);
    const size_t total = store->count < limit ? store->count : limit;
    for (size_t begin = 0; begin < total; begin += BLOCK) {
        PackedPosition positions[BLOCK];
        Real outputs[BLOCK];
        const int count = total - begin < BLOCK ? (int)(total - begin) : BLOCK;
        for (int n = 0; n < count; n++)
            positions[n] = *store_at(store, permutation_at(&order, begin + (size_t)n));
        gradient_outputs(model, workspace, positions, count, outputs);
        for (int n = 0; n < count; n++) {
            Sample sample = {.packed = positions[n], .output = (double)outputs[n]};
            packed_features(&positions[n], model->sets, &sample.features);
            visit(context, &sample);
        }
    }
}
