#pragma once

#include "chain/chain.h"
#include "chain/game_code.h"

/* A block: header and compressed columns. It knows all that is needed to read it, and its magic is
 * what a reader looks for after damage. Pure; any thread. */

#define BLOCK_HEADER_SIZE 64
#define BLOCK_MAGIC_SIZE  8
extern const uint8_t BLOCK_MAGIC[BLOCK_MAGIC_SIZE];

/* A block is complete when its columns together hold this many bytes. */
#define BLOCK_TARGET ((size_t)160 << 10)
/* The game that completes it may have this many. */
#define BLOCK_COLUMN_MAX  (BLOCK_TARGET + GAME_COLUMN_MAX)
#define BLOCK_PAYLOAD_MAX ((size_t)1 << 20)

typedef struct BlockHeader {
    ChainOrigin origin;
    uint32_t games;
    uint32_t plies;
    uint32_t kept;
    uint32_t sizes[COLUMNS]; /* of the columns, before compression */
    uint32_t payload_size;   /* bytes that follow the header */
    uint64_t checksum;       /* XXH64 of them */
} BlockHeader;

/* Columns of games that are being collected, or have been unpacked. */
typedef struct BlockColumns {
    size_t sizes[COLUMNS];
    uint8_t bytes[COLUMNS][BLOCK_COLUMN_MAX];
} BlockColumns;

void block_header_write(const BlockHeader *header, uint8_t bytes[BLOCK_HEADER_SIZE]);

/* False when the bytes are no header: magic, checksum or sizes are wrong. */
bool block_header_read(const uint8_t bytes[BLOCK_HEADER_SIZE], BlockHeader *header);

/* Compresses the columns into payload (of BLOCK_PAYLOAD_MAX bytes) and sets sizes, payload_size and
 * checksum of the header. False without memory. */
bool block_compress(const BlockColumns *columns, BlockHeader *header, uint8_t *payload);

/* Whether the payload is what was written. */
bool block_payload_is_intact(const BlockHeader *header, const uint8_t *payload);

/* False when an intact payload is not what its header says. */
bool block_decompress(const BlockHeader *header, const uint8_t *payload, BlockColumns *columns);
