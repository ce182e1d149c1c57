#pragma once

#include "train/vector.h"

/* Small dense matrix products, inlined with constant sizes so that a tile of results stays in
 * registers. Matrices are row by row and aligned to vectors. */

/* A layer, or its columns from one on. */
typedef struct DenseLayer {
    const Real *weights;
    const Real *biases; /* NULL for zero */
    int inputs;
    int columns; /* of the whole layer: what lies between two rows of weights, or of outputs */
} DenseLayer;

/* outputs[n] = biases + inputs[n] * weights for `rows` rows and a tile of `vectors` vectors of
 * columns. */
ALWAYS_INLINE void dense_forward_tile(DenseLayer layer, const Real *inputs, Real *outputs, int rows,
                                      int vectors) {
    Vector sums[VECTOR_REGISTERS];
    for (int n = 0; n < rows; n++)
        for (int v = 0; v < vectors; v++)
            sums[n * vectors + v] = layer.biases ? ((const Vector *)layer.biases)[v] : (Vector){0};
    for (int i = 0; i < layer.inputs; i++) {
        const Vector *row = (const Vector *)(layer.weights + i * layer.columns);
        for (int n = 0; n < rows; n++)
            for (int v = 0; v < vectors; v++)
                sums[n * vectors + v] += row[v] * inputs[n * layer.inputs + i];
    }
    for (int n = 0; n < rows; n++)
        for (int v = 0; v < vectors; v++)
            ((Vector *)(outputs + n * layer.columns))[v] = sums[n * vectors + v];
}

/* The same for any number of rows, as many at a time as registers allow. */
ALWAYS_INLINE void dense_forward(DenseLayer layer, const Real *inputs, Real *outputs, int rows,
                                 int vectors) {
    const int most = VECTOR_REGISTERS / vectors, tile = most < 8 ? most : 8;
    int n = 0;
    for (; n + tile <= rows; n += tile)
        dense_forward_tile(layer, inputs + n * layer.inputs, outputs + n * layer.columns, tile,
                           vectors);
    for (; n < rows; n++)
        dense_forward_tile(layer, inputs + n * layer.inputs, outputs + n * layer.columns, 1,
                           vectors);
}

/* gradient[i] += sum over rows of inputs[n][i] * outputs[n], all columns at once; input_count is a
 * multiple of VECTOR_REGISTERS / vectors. */
ALWAYS_INLINE void dense_gradient(Real *gradient, const Real *inputs, int input_count,
                                  int input_stride, const Real *outputs, int rows, int vectors) {
    const int tile = VECTOR_REGISTERS / vectors;
    for (int begin = 0; begin < input_count; begin += tile) {
        Vector *target = (Vector *)gradient + begin * vectors;
        Vector sums[VECTOR_REGISTERS];
        for (int i = 0; i < tile * vectors; i++)
            sums[i] = target[i];
        for (int n = 0; n < rows; n++) {
            const Vector *output = (const Vector *)outputs + n * vectors;
            for (int i = 0; i < tile; i++)
                for (int v = 0; v < vectors; v++)
                    sums[i * vectors + v] += output[v] * inputs[n * input_stride + begin + i];
        }
        for (int i = 0; i < tile * vectors; i++)
            target[i] = sums[i];
    }
}
