#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* What C lacks for integers. Pure; any thread. */

/* The smaller and the larger of two, and the value nearest to another within least .. most. */
ALWAYS_INLINE int int_min(int a, int b) {
    return a < b ? a : b;
}

ALWAYS_INLINE int int_max(int a, int b) {
    return a > b ? a : b;
}

ALWAYS_INLINE int int_clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

ALWAYS_INLINE int64_t int64_min(int64_t a, int64_t b) {
    return a < b ? a : b;
}

ALWAYS_INLINE int64_t int64_max(int64_t a, int64_t b) {
    return a > b ? a : b;
}

ALWAYS_INLINE int64_t int64_clamp(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

ALWAYS_INLINE size_t size_min(size_t a, size_t b) {
    return a < b ? a : b;
}

ALWAYS_INLINE size_t size_max(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Binary logarithm of n >= 1 in 1/1024, bit by bit: squaring the mantissa yields the next binary
 * digit of the logarithm. */
static inline int integers_log2(uint64_t n) {
    int whole = 63 - __builtin_clzll(n);
    uint64_t mantissa = whole <= 31 ? n << (31 - whole) : n >> (whole - 31);
    int result = whole;
    for (int bit = 0; bit < 10; bit++) {
        mantissa = mantissa * mantissa >> 31;
        result *= 2;
        if (mantissa >> 32) {
            mantissa >>= 1;
            result++;
        }
    }
    return result;
}

/* For qsort(): orders integers, the smallest first. */
static inline int integers_compare(const void *a, const void *b) {
    const int left = *(const int *)a, right = *(const int *)b;
    return left < right ? -1 : left > right;
}
