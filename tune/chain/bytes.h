#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers as bytes, the same on every machine: little-endian words, and varints of seven bits a
 * byte, low bits first, the top bit set on all but the last. Pure; any thread. */

/* Longest varint of 32 bits. */
#define VARINT_MAX 5

/* Bytes still to be read. */
typedef struct ByteCursor {
    const uint8_t *at;
    const uint8_t *end;
} ByteCursor;

static inline size_t bytes_left(const ByteCursor *cursor) {
    return (size_t)(cursor->end - cursor->at);
}

/* Write and read the low `count` bytes of a word, 1 to 8. */
void bytes_put(uint8_t *to, uint64_t value, int count);
uint64_t bytes_get(const uint8_t *from, int count);

/* Writes 1 to VARINT_MAX bytes and returns their number. */
size_t bytes_put_varint(uint8_t *to, uint32_t value);

/* False, and nothing is consumed, where the bytes end early or hold more than 32 bits. */
bool bytes_get_varint(ByteCursor *cursor, uint32_t *value);

/* False at the end. */
bool bytes_get_byte(ByteCursor *cursor, uint8_t *value);

/* Small numbers of either sign as small numbers without: 0, -1, 1, -2 become 0, 1, 2, 3. */
static inline uint32_t bytes_zigzag(int32_t value) {
    return (uint32_t)value << 1 ^ (uint32_t)(value < 0 ? -1 : 0);
}

static inline int32_t bytes_unzigzag(uint32_t value) {
    return (int32_t)(value >> 1 ^ (uint32_t) - (int32_t)(value & 1));
}
