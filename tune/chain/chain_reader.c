#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "chain/chain.h"
#include "chain/scanner.h"

struct ChainReader {
    Scanner scanner;
    ByteCursor cursors[COLUMNS];
    uint32_t games_left;  /* of the block that is unpacked */
    ChainOrigin origin;   /* of that block */
    int64_t block_offset; /* of that block */
    BlockColumns columns;
};

ChainReader *chain_reader_open(const char *path, Reason *error) {
    ChainReader *reader = malloc(sizeof *reader);
    if (!reader) {
        reason_set(error, "%s: no memory", path);
        return NULL;
    }
    if (!scanner_open(&reader->scanner, path, error)) {
        free(reader);
        return NULL;
    }
    reader->games_left = 0;
    reader->origin = (ChainOrigin){0};
    return reader;
}

void chain_reader_close(ChainReader *reader) {
    if (!reader)
        return;
    scanner_close(&reader->scanner);
    free(reader);
}

/* Gives up the rest of a block that is intact, but not what it should be. */
static ChainStatus report_bad_content(ChainReader *reader, const char *why) {
    snprintf(reader->scanner.message, sizeof reader->scanner.message,
             "the block at byte %" PRId64 " was written wrongly (%s); %" PRIu32 " %s lost",
             reader->block_offset, why, reader->games_left,
             format_plural(reader->games_left, "game is", "games are"));
    reader->games_left = 0;
    return CHAIN_DAMAGED;
}

/* Unpacks the scanner's block. */
static bool begin_block(ChainReader *reader) {
    const BlockHeader *header = &reader->scanner.header;
    reader->origin = header->origin;
    reader->games_left = header->games;
    reader->block_offset =
        reader->scanner.block_end - header->payload_size - (int64_t)BLOCK_HEADER_SIZE;
    if (!block_decompress(header, reader->scanner.payload, &reader->columns))
        return false;
    for (int i = 0; i < COLUMNS; i++) {
        reader->cursors[i].at = reader->columns.bytes[i];
        reader->cursors[i].end = reader->columns.bytes[i] + reader->columns.sizes[i];
    }
    return true;
}

ChainStatus chain_reader_next(ChainReader *reader, ChainGame *game) {
    while (reader->games_left == 0) {
        const ScanStatus status = scanner_next(&reader->scanner);
        if (status != SCAN_BLOCK)
            return status == SCAN_END ? CHAIN_END : CHAIN_DAMAGED;
        if (!begin_block(reader))
            return report_bad_content(reader, "it cannot be unpacked");
    }
    const char *why;
    if (!game_decode(reader->cursors, game, &why))
        return report_bad_content(reader, why);
    reader->games_left--;
    return CHAIN_GAME;
}

ChainOrigin chain_reader_origin(const ChainReader *reader) {
    return reader->origin;
}

const char *chain_reader_message(const ChainReader *reader) {
    return reader->scanner.message;
}
