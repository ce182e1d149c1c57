#include "train/permutation.h"

#include "base/random.h"

void permutation_begin(Permutation *permutation, uint64_t count, uint64_t seed) {
    permutation->count = count;
    permutation->half_bits = 1;
    while (permutation->half_bits < 31 && (uint64_t)1 << (2 * permutation->half_bits) < count)
        permutation->half_bits++;
    for (int round = 0; round < PERMUTATION_ROUNDS; round++)
        permutation->keys[round] = random_next(&seed);
}

uint64_t permutation_at(const Permutation *permutation, uint64_t place) {
    const unsigned bits = permutation->half_bits;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    do {
        uint64_t left = place >> bits, right = place & mask;
        for (int round = 0; round < PERMUTATION_ROUNDS; round++) {
            const uint64_t mixed = (right + permutation->keys[round]) * 0x9E3779B97F4A7C15ULL;
            const uint64_t next = left ^ (mixed >> 33 & mask);
            left = right;
            right = next;
        }
        place = left << bits | right;
    } while (place >= permutation->count);
    return place;
}
