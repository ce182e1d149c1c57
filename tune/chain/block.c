#include "chain/block.h"

#include <string.h>
#include <xxhash.h>
#include <zstd.h>

/* Higher levels save little and would keep the generator's other threads waiting. */
#define COMPRESSION_LEVEL 9

/* Header, from byte 0: magic 8, network id 8, nodes 4, games 4, plies 4, kept 4, column sizes 12,
 * payload size 4, payload checksum 8, XXH64 of all before 8. */
#define CHECKED_SIZE (BLOCK_HEADER_SIZE - 8)

const uint8_t BLOCK_MAGIC[BLOCK_MAGIC_SIZE] = {0xB1, 'Q', 'B', 'L', 'O', 'C', 'K', 0x1A};

void block_header_write(const BlockHeader *header, uint8_t bytes[BLOCK_HEADER_SIZE]) {
    memcpy(bytes, BLOCK_MAGIC, BLOCK_MAGIC_SIZE);
    bytes_put(bytes + 8, header->origin.network_id, 8);
    bytes_put(bytes + 16, header->origin.nodes, 4);
    bytes_put(bytes + 20, header->games, 4);
    bytes_put(bytes + 24, header->plies, 4);
    bytes_put(bytes + 28, header->kept, 4);
    for (int i = 0; i < COLUMNS; i++)
        bytes_put(bytes + 32 + 4 * i, header->sizes[i], 4);
    bytes_put(bytes + 44, header->payload_size, 4);
    bytes_put(bytes + 48, header->checksum, 8);
    bytes_put(bytes + CHECKED_SIZE, XXH64(bytes, CHECKED_SIZE, 0), 8);
}

bool block_header_read(const uint8_t bytes[BLOCK_HEADER_SIZE], BlockHeader *header) {
    if (memcmp(bytes, BLOCK_MAGIC, BLOCK_MAGIC_SIZE) != 0 ||
        bytes_get(bytes + CHECKED_SIZE, 8) != XXH64(bytes, CHECKED_SIZE, 0))
        return false;
    header->origin.network_id = bytes_get(bytes + 8, 8);
    header->origin.nodes = (uint32_t)bytes_get(bytes + 16, 4);
    header->games = (uint32_t)bytes_get(bytes + 20, 4);
    header->plies = (uint32_t)bytes_get(bytes + 24, 4);
    header->kept = (uint32_t)bytes_get(bytes + 28, 4);
    for (int i = 0; i < COLUMNS; i++) {
        header->sizes[i] = (uint32_t)bytes_get(bytes + 32 + 4 * i, 4);
        if (header->sizes[i] > BLOCK_COLUMN_MAX)
            return false;
    }
    header->payload_size = (uint32_t)bytes_get(bytes + 44, 4);
    header->checksum = bytes_get(bytes + 48, 8);
    return header->payload_size <= BLOCK_PAYLOAD_MAX;
}

/* The columns are frames of their own, one after the other. */
bool block_compress(const BlockColumns *columns, BlockHeader *header, uint8_t *payload) {
    size_t used = 0;
    for (int i = 0; i < COLUMNS; i++) {
        size_t size = ZSTD_compress(payload + used, BLOCK_PAYLOAD_MAX - used, columns->bytes[i],
                                    columns->sizes[i], COMPRESSION_LEVEL);
        if (ZSTD_isError(size))
            return false;
        header->sizes[i] = (uint32_t)columns->sizes[i];
        used += size;
    }
    header->payload_size = (uint32_t)used;
    header->checksum = XXH64(payload, used, 0);
    return true;
}

bool block_payload_is_intact(const BlockHeader *header, const uint8_t *payload) {
    return XXH64(payload, header->payload_size, 0) == header->checksum;
}

bool block_decompress(const BlockHeader *header, const uint8_t *payload, BlockColumns *columns) {
    size_t used = 0;
    for (int i = 0; i < COLUMNS; i++) {
        size_t left = header->payload_size - used;
        size_t frame = ZSTD_findFrameCompressedSize(payload + used, left);
        if (ZSTD_isError(frame))
            return false;
        size_t size = ZSTD_decompress(columns->bytes[i], BLOCK_COLUMN_MAX, payload + used, frame);
        if (ZSTD_isError(size) || size != header->sizes[i])
            return false;
        columns->sizes[i] = size;
        used += frame;
    }
    return used == header->payload_size;
}
