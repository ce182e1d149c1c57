#include "tables/syzygy_checksum.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/integers.h"

/* The checksum is that of R. de Man's generator (2013): CityHash by G. Pike and J. Alakuijala
 * (2011). Chunks of 16 MiB have a hash of 256 bits each, by its functions with cyclic redundancy
 * checks; the hash of 128 bits of these hashes is the checksum. For so few chunks as here that is
 * the short function for less than 144 bytes. Numbers are little-endian in the file. */

#define CHUNK_BYTES ((size_t)16 << 20)
#define CHUNKS_MOST (SYZYGY_CHECKSUM_MOST / CHUNK_BYTES)
#define HASH_BYTES  32

/* What one round of the chunk's hash reads, and one step of it. */
#define ROUND_BYTES 240
#define STEP_BYTES  40

#define K0 0xC3A5C85C97CB3127u
#define K1 0xB492B66FBE98F273u
#define K3 0xC949D7C7509E6557u

_Static_assert(CHUNKS_MOST *HASH_BYTES < 144, "another function is for more");

/* For processors without an instruction: what each byte of a word does to the remainder. */
typedef struct CrcTables {
    uint32_t of_byte[8][256];
} CrcTables;

static void fill_tables(CrcTables *tables) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78u : 0); /* Castagnoli's polynomial */
        tables->of_byte[7][byte] = crc;
    }
    for (int place = 6; place >= 0; place--) {
        for (int byte = 0; byte < 256; byte++) {
            uint32_t crc = tables->of_byte[place + 1][byte];
            tables->of_byte[place][byte] = crc >> 8 ^ tables->of_byte[7][crc & 255];
        }
    }
}

static inline uint32_t crc_by_table(const CrcTables *tables, uint32_t crc, uint64_t value) {
    uint64_t word = value ^ crc;
    uint32_t result = 0;
    for (int place = 0; place < 8; place++)
        result ^= tables->of_byte[place][word >> 8 * place & 255];
    return result;
}

static uint64_t fetch(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static void put(uint8_t *bytes, uint64_t value) {
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t rotate(uint64_t value, int shift) {
    return value >> shift | value << (64 - shift);
}

static uint64_t mix(uint64_t value) {
    return value ^ value >> 47;
}

static uint64_t join(uint64_t low, uint64_t high) {
    const uint64_t factor = 0x9DDFEA08EB382D69u;
    uint64_t a = mix((low ^ high) * factor);
    uint64_t b = mix((high ^ a) * factor);
    return b * factor;
}

/* The state of a chunk's hash. */
typedef struct ChunkHash {
    uint64_t a, b, c, d, e, t;
    uint64_t f, g, h, i, j; /* remainders */
} ChunkHash;

/* One step: 40 bytes. The odd ones rotate otherwise, and do not multiply. */
static inline void take_step(ChunkHash *hash, const CrcTables *tables, const uint8_t *bytes,
                             bool odd) {
    const uint64_t factor = odd ? 1 : K0;
    const int turn = odd;
    const uint64_t old = hash->a;
    hash->a = rotate(hash->b, 41 ^ turn) * factor + fetch(bytes);
    hash->b = rotate(hash->c, 27 ^ turn) * factor + fetch(bytes + 8);
    hash->c = rotate(hash->d, 41 ^ turn) * factor + fetch(bytes + 16);
    hash->d = rotate(hash->e, 33 ^ turn) * factor + fetch(bytes + 24);
    hash->e = rotate(hash->t, 25 ^ turn) * factor + fetch(bytes + 32);
    hash->t = old;
    hash->f = crc_by_table(tables, (uint32_t)hash->f, hash->a);
    hash->g = crc_by_table(tables, (uint32_t)hash->g, hash->b);
    hash->h = crc_by_table(tables, (uint32_t)hash->h, hash->c);
    hash->i = crc_by_table(tables, (uint32_t)hash->i, hash->d);
    hash->j = crc_by_table(tables, (uint32_t)hash->j, hash->e);
}

static void finish(ChunkHash *hash, uint64_t first, uint64_t second, uint8_t result[HASH_BYTES]) {
    uint64_t a = hash->a, b = hash->b, c = hash->c, d = hash->d, e = hash->e, f = hash->f;
    uint64_t h = hash->h + (hash->g << 32);
    uint64_t i = hash->i, j = hash->j + (i << 32);
    a = join(a, j);
    b += h;
    c = join(c, f) + i;
    d = join(d, e + first);
    j += e;
    i += join(h, hash->t);
    e = join(a, d) + j;
    f = join(b, c) + a;
    uint64_t g = join(j, i) + c;
    first = e + f + g + h;
    a = mix((a + g) * K0) * K0 + b;
    second += a + first;
    a = mix(a * K0) * K0 + c;
    put(result, first);
    put(result + 8, second);
    put(result + 16, a + second);
    put(result + 24, mix((a + e) * K0) * K0 + a + second);
}

/* Of at least ROUND_BYTES. */
static void hash_long(const CrcTables *tables, const uint8_t *bytes, size_t length, uint64_t seed,
                      uint8_t result[HASH_BYTES]) {
    ChunkHash hash = {.a = fetch(bytes + 56) + K0, .b = fetch(bytes + 96) + K0};
    const uint64_t first = join(hash.b, length);
    const uint64_t second = fetch(bytes + 120) * K0 + length;
    hash.c = first;
    hash.d = second;
    hash.e = fetch(bytes + 184) + seed;
    hash.f = seed;
    hash.t = first + second;
    size_t left = length;
    for (; left >= ROUND_BYTES; left -= ROUND_BYTES) {
        for (int step = 0; step < ROUND_BYTES / STEP_BYTES; step++, bytes += STEP_BYTES)
            take_step(&hash, tables, bytes, step % 2 == 0);
    }
    for (; left >= STEP_BYTES; left -= STEP_BYTES, bytes += STEP_BYTES)
        take_step(&hash, tables, bytes, false);
    if (left > 0)
        take_step(&hash, tables, bytes + left - STEP_BYTES, false);
    finish(&hash, first, second, result);
}

static void hash_chunk(const CrcTables *tables, const uint8_t *bytes, size_t length,
                       uint8_t result[HASH_BYTES]) {
    if (length >= ROUND_BYTES) {
        hash_long(tables, bytes, length, 0, result);
        return;
    }
    uint8_t filled[ROUND_BYTES] = {0};
    memcpy(filled, bytes, length);
    hash_long(tables, filled, ROUND_BYTES, (uint32_t) ~(uint32_t)length, result);
}

/* The hash of 128 bits of the hashes of chunks. */
static void hash_hashes(const uint8_t *bytes, size_t length,
                        uint8_t checksum[SYZYGY_CHECKSUM_BYTES]) {
    uint64_t a = fetch(bytes) ^ K3, b = fetch(bytes + 8), c, d;
    bytes += 16;
    length -= 16;
    if (length == 16) {
        const uint64_t last = fetch(bytes + 8);
        a = mix(a * K1) * K1;
        c = b * K1 + (join(fetch(bytes), rotate(last + 16, 16)) ^ last);
        d = mix(a + fetch(bytes));
    } else {
        c = join(fetch(bytes + length - 8) + K1, a);
        d = join(b + length, c + fetch(bytes + length - 16));
        a += d;
        for (size_t at = 0; at + 16 < length; at += 16) {
            a = (a ^ mix(fetch(bytes + at) * K1) * K1) * K1;
            b ^= a;
            c = (c ^ mix(fetch(bytes + at + 8) * K1) * K1) * K1;
            d ^= c;
        }
    }
    a = join(a, c);
    b = join(d, b);
    put(checksum, a ^ b);
    put(checksum + 8, join(b, a));
}

void syzygy_checksum_of(const uint8_t *bytes, size_t size,
                        uint8_t checksum[SYZYGY_CHECKSUM_BYTES]) {
    CrcTables tables;
    fill_tables(&tables);
    uint8_t hashes[CHUNKS_MOST * HASH_BYTES] = {0};
    size_t length = 0;
    for (size_t at = 0; at < size; at += CHUNK_BYTES, length += HASH_BYTES)
        hash_chunk(&tables, bytes + at, size_min(size - at, CHUNK_BYTES), hashes + length);
    hash_hashes(hashes, length, checksum);
}

static const char *read_whole(int file, uint8_t *bytes, size_t size) {
    size_t have = 0;
    while (have < size) {
        ssize_t got = pread(file, bytes + have, size - have, (off_t)have);
        if (got < 0 && errno != EINTR)
            return strerror(errno);
        if (got == 0)
            return "not complete";
        have += got > 0 ? (size_t)got : 0;
    }
    return NULL;
}

const char *syzygy_checksum_fault(int file, size_t size) {
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return "not enough memory";
    const char *fault = read_whole(file, bytes, size);
    uint8_t checksum[SYZYGY_CHECKSUM_BYTES];
    const size_t length = size - SYZYGY_CHECKSUM_BYTES;
    if (!fault) {
        syzygy_checksum_of(bytes, length, checksum);
        if (memcmp(bytes + length, checksum, sizeof checksum) != 0)
            fault = "damaged: its checksum does not fit";
    }
    free(bytes);
    return fault;
}
