#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A running hash over words, to recognise data and to notice damage. Any thread. */

#define HASH_START 0xCBF29CE484222325ULL

static inline uint64_t hash_add(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
}

/* Over bytes, whose number is a multiple of 8 or filled up with zeros. */
static inline uint64_t hash_add_bytes(uint64_t hash, const void *data, size_t size) {
    const char *bytes = data;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash = hash_add(hash, word);
    }
    return hash;
}
