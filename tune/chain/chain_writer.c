#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file_lock.h"
#include "chain/block.h"
#include "chain/chain.h"
#include "chain/file_header.h"

struct ChainWriter {
    int descriptor;
    off_t end; /* of what is written */
    uint64_t kept;
    int64_t begun_us; /* when the first game of the block was added */
    BlockHeader header;
    BlockColumns columns; /* games of the block that is being collected */
    EncodedGame game;
    uint8_t block[BLOCK_HEADER_SIZE + BLOCK_PAYLOAD_MAX];
};

/* Writes all bytes at offset, or fails with errno. */
static bool write_at(const ChainWriter *writer, off_t offset, const uint8_t *bytes, size_t size) {
    while (size > 0) {
        ssize_t put = pwrite(writer->descriptor, bytes, size, offset);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        offset += put;
        size -= (size_t)put;
    }
    return true;
}

bool chain_writer_describe(ChainWriter *writer, const char *description) {
    FileHeader header = {.version = FILE_VERSION};
    snprintf(header.description, sizeof header.description, "%s", description);
    uint8_t bytes[FILE_HEADER_SIZE];
    file_header_write(&header, bytes);
    return write_at(writer, 0, bytes, sizeof bytes);
}

static bool begin_file(ChainWriter *writer) {
    writer->end = FILE_HEADER_SIZE;
    return ftruncate(writer->descriptor, 0) == 0 && chain_writer_describe(writer, "");
}

/* Whether nothing stands in the file but, at most, a part of a header. */
static bool is_hardly_begun(const ChainWriter *writer) {
    uint8_t bytes[FILE_HEADER_SIZE];
    FileHeader header;
    ssize_t size = pread(writer->descriptor, bytes, sizeof bytes, 0);
    return size == 0 ||
           (size > 0 && file_header_read(bytes, (size_t)size, &header) == FILE_HEADER_CUT);
}

/* Goes to the end of the last intact block. */
static bool continue_file(ChainWriter *writer, const char *path, ChainSurvey *held, Reason *error) {
    if (!chain_survey(path, held, error))
        return false;
    if (held->damaged_inside)
        return reason_set(error, "%s cannot be continued: %s", path, held->first_damage);
    writer->end = (off_t)held->intact_end;
    if (ftruncate(writer->descriptor, writer->end) == 0)
        return true;
    return reason_set(error, "%s: %s", path, strerror(errno));
}

/* Opens and locks the file and finds where to write. */
static bool open_file(ChainWriter *writer, const char *path, ChainSurvey *held, Reason *error) {
    *held = (ChainSurvey){0};
    writer->descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (writer->descriptor < 0)
        return reason_set(error, "%s: %s", path, strerror(errno));
    if (!file_lock_take(writer->descriptor))
        return reason_set(error, "%s: another program is writing it", path);
    if (!is_hardly_begun(writer))
        return continue_file(writer, path, held, error);
    return begin_file(writer) || reason_set(error, "%s: %s", path, strerror(errno));
}

ChainWriter *chain_writer_open(const char *path, const ChainOrigin *origin, ChainSurvey *held,
                               Reason *error) {
    ChainWriter *writer = calloc(1, sizeof *writer);
    if (!writer) {
        reason_set(error, "%s: no memory", path);
        return NULL;
    }
    writer->header.origin = *origin;
    if (open_file(writer, path, held, error))
        return writer;
    if (writer->descriptor >= 0)
        close(writer->descriptor);
    free(writer);
    return NULL;
}

ChainWriter *chain_writer_begin(int descriptor, const ChainOrigin *origin) {
    ChainWriter *writer = calloc(1, sizeof *writer);
    if (!writer)
        return NULL;
    writer->header.origin = *origin;
    writer->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (writer->descriptor >= 0 && begin_file(writer))
        return writer;
    const int reason = errno;
    if (writer->descriptor >= 0)
        close(writer->descriptor);
    free(writer);
    errno = reason;
    return NULL;
}

/* Forgets the games collected so far. */
static void begin_block(ChainWriter *writer) {
    writer->header = (BlockHeader){.origin = writer->header.origin};
    memset(writer->columns.sizes, 0, sizeof writer->columns.sizes);
}

/* Cuts off what has been written of a block. Where even that fails, a reader finds it cut off. */
static void take_back_block(const ChainWriter *writer) {
    int reason = errno;
    bool cut = ftruncate(writer->descriptor, writer->end) == 0;
    (void)cut;
    errno = reason;
}

/* Writes the games collected so far as a block. */
static bool complete_block(ChainWriter *writer) {
    if (writer->header.games == 0)
        return true;
    uint8_t *payload = writer->block + BLOCK_HEADER_SIZE;
    bool packed = block_compress(&writer->columns, &writer->header, payload);
    if (!packed)
        errno = ENOMEM;
    size_t size = BLOCK_HEADER_SIZE + writer->header.payload_size;
    block_header_write(&writer->header, writer->block);
    bool written = packed && write_at(writer, writer->end, writer->block, size);
    if (written)
        writer->end += (off_t)size;
    else
        take_back_block(writer);
    begin_block(writer);
    return written;
}

bool chain_writer_set_origin(ChainWriter *writer, const ChainOrigin *origin) {
    ChainOrigin *current = &writer->header.origin;
    bool same = current->network_id == origin->network_id && current->nodes == origin->nodes;
    bool written = same || complete_block(writer);
    *current = *origin;
    return written;
}

bool chain_writer_add(ChainWriter *writer, const ChainGame *game) {
    EncodedGame *encoded = &writer->game;
    if (!game_encode(game, encoded)) {
        errno = EINVAL;
        return false;
    }
    BlockColumns *columns = &writer->columns;
    size_t total = 0;
    for (int i = 0; i < COLUMNS; i++) {
        memcpy(columns->bytes[i] + columns->sizes[i], encoded->bytes[i], encoded->sizes[i]);
        columns->sizes[i] += encoded->sizes[i];
        total += columns->sizes[i];
    }
    if (writer->header.games++ == 0)
        writer->begun_us = clock_now_us();
    writer->header.plies += (uint32_t)game->ply_count;
    writer->header.kept += (uint32_t)encoded->kept;
    writer->kept += (uint64_t)encoded->kept;
    return total < BLOCK_TARGET || complete_block(writer);
}

int chain_writer_pending(const ChainWriter *writer) {
    return (int)writer->header.games;
}

int64_t chain_writer_begun_us(const ChainWriter *writer) {
    return writer->header.games > 0 ? writer->begun_us : INT64_MAX;
}

uint64_t chain_writer_kept(const ChainWriter *writer) {
    return writer->kept;
}

bool chain_writer_flush(ChainWriter *writer) {
    return complete_block(writer) && fdatasync(writer->descriptor) == 0;
}

bool chain_writer_close(ChainWriter *writer) {
    if (!writer)
        return true;
    bool flushed = chain_writer_flush(writer);
    int reason = errno;
    bool closed = close(writer->descriptor) == 0;
    free(writer);
    if (!flushed)
        errno = reason;
    return flushed && closed;
}
