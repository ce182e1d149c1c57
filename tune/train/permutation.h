#pragma once

#include <stdint.h>

/* A random order of 0 .. count - 1 that needs no memory: any place of it can be computed, so that a
 * run can be taken up anywhere. A Feistel network over the next even power of two, applied again
 * while it leads outside. Pure; any thread. */

#define PERMUTATION_ROUNDS 4

typedef struct Permutation {
    uint64_t count;
    unsigned half_bits;
    uint64_t keys[PERMUTATION_ROUNDS];
} Permutation;

/* count is at least 1. Each seed has its own order. */
void permutation_begin(Permutation *permutation, uint64_t count, uint64_t seed);

/* Which element stands at a place below count. */
uint64_t permutation_at(const Permutation *permutation, uint64_t place);
