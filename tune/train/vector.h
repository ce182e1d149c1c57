#pragma once

#include <stdint.h>

#include "base/compiler.h"

/* Numbers of the trainer, alone and by vectors as wide as the processor's, in the notation that gcc
 * and clang share. Tests build the same code in double precision. */

#ifdef TRAIN_DOUBLE
typedef double Real;
#else
typedef float Real;
#endif

/* Bytes of a vector, and how many of them the inner loops may keep in registers. */
#if defined(__AVX512F__) || defined(TRAIN_DOUBLE)
#define VECTOR_SIZE      64
#define VECTOR_REGISTERS 16
#elif defined(__AVX__)
#define VECTOR_SIZE      32
#define VECTOR_REGISTERS 8
#else
#define VECTOR_SIZE      16
#define VECTOR_REGISTERS 8
#endif

#define LANES ((int)(VECTOR_SIZE / sizeof(Real)))

typedef Real Vector __attribute__((vector_size(VECTOR_SIZE), may_alias));

/* What a neuron passes on: its sum, cut off below 0 and above 1. */
ALWAYS_INLINE Real real_clip(Real value) {
    value = value > 0 ? value : 0;
    return value < 1 ? value : 1;
}
