#pragma once

#include <stddef.h>
#include <stdint.h>

/* FNV-1a in 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991). Pure; any thread. */

/* The hash of no bytes. */
#define HASH_START 0xCBF29CE484222325ULL

/* The hash of some bytes, and then of these. */
static inline uint64_t hash_add(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *next = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ next[i]) * 0x100000001B3ULL;
    return hash;
}
