#pragma once

#include <stdint.h>

/* Next value of a SplitMix64 sequence (Steele, Lea, Flood, 2014). *state may start at any value;
 * the same start gives the same sequence everywhere. Each state belongs to one thread. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

/* State of stream `number` of `seed`; streams are independent of each other. */
static inline uint64_t random_sequence(uint64_t seed, uint64_t number) {
    uint64_t state = random_next(&seed) ^ number;
    return random_next(&state);
}

/* Maps 64 uniform bits onto 0 .. range - 1 without division (D. Lemire, 2019). */
static inline uint64_t random_scale(uint64_t bits, uint64_t range) {
    return (uint64_t)(((unsigned __int128)bits * range) >> 64);
}
