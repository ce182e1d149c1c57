#include "chain/scanner.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/format.h"

/* How far a file without a valid header is searched for blocks. */
#define BLIND_SEARCH  ((int64_t)1 << 20)
#define SEARCH_STRIDE ((size_t)64 << 10)

/* Reads up to size bytes at offset; fewer at the end of the file, or where it cannot be read. */
static size_t read_at(Scanner *scanner, int64_t offset, uint8_t *bytes, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t got =
            pread(scanner->descriptor, bytes + done, size - done, (off_t)(offset + (int64_t)done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            scanner->fault = errno;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

static bool has_header_at(Scanner *scanner, int64_t offset) {
    uint8_t bytes[BLOCK_HEADER_SIZE];
    BlockHeader header;
    return read_at(scanner, offset, bytes, sizeof bytes) == sizeof bytes &&
           block_header_read(bytes, &header);
}

/* Offset of the first block header in [from, limit), or -1. It takes the memory of the payload,
 * since stacks may be small. */
static int64_t find_header(Scanner *scanner, int64_t from, int64_t limit) {
    const size_t wanted = SEARCH_STRIDE + BLOCK_MAGIC_SIZE;
    uint8_t *bytes = scanner->payload;
    for (int64_t at = from; at < limit; at += (int64_t)SEARCH_STRIDE) {
        size_t size = read_at(scanner, at, bytes, wanted);
        const uint8_t *found = bytes;
        while ((found =
                    memmem(found, (size_t)(bytes + size - found), BLOCK_MAGIC, BLOCK_MAGIC_SIZE))) {
            if (has_header_at(scanner, at + (found - bytes)))
                return at + (found - bytes);
            found++;
        }
        if (size < wanted)
            break;
    }
    return -1;
}

static bool fail(Scanner *scanner, Reason *error, const char *path, const char *reason) {
    reason_set(error, "%s: %s", path, reason);
    scanner_close(scanner);
    return false;
}

static bool read_file_header(Scanner *scanner, const char *path, Reason *error) {
    uint8_t bytes[FILE_HEADER_SIZE];
    ssize_t first = pread(scanner->descriptor, bytes, 1, 0);
    if (first < 0 && errno == ESPIPE)
        return fail(scanner, error, path, "is a pipe; games are read from files");
    if (first < 0)
        return fail(scanner, error, path, strerror(errno));
    if (first == 0)
        return fail(scanner, error, path, "is empty");
    size_t size = read_at(scanner, 0, bytes, sizeof bytes);
    scanner->offset = scanner->block_end = FILE_HEADER_SIZE;
    const FileHeaderStatus status = file_header_read(bytes, size, &scanner->file);
    if (scanner->fault != 0)
        return fail(scanner, error, path, strerror(scanner->fault));
    if (status == FILE_HEADER_CUT)
        return fail(scanner, error, path, "is cut off inside its header");
    if (status == FILE_HEADER_OK && scanner->file.version != FILE_VERSION) {
        Reason reason;
        reason_set(&reason, "is of version %" PRIu32 ", this program reads %d",
                   scanner->file.version, FILE_VERSION);
        return fail(scanner, error, path, reason.text);
    }
    if (status == FILE_HEADER_OK)
        return true;
    int64_t block = find_header(scanner, 0, BLIND_SEARCH);
    if (scanner->fault != 0)
        return fail(scanner, error, path, strerror(scanner->fault));
    if (block < 0)
        return fail(scanner, error, path, "is not a file of games in chain format");
    snprintf(scanner->message, sizeof scanner->message,
             "the file's header is damaged; the first block begins at byte %" PRId64, block);
    scanner->header_is_bad = true;
    scanner->offset = block;
    return true;
}

bool scanner_open(Scanner *scanner, const char *path, Reason *error) {
    memset(scanner, 0, sizeof *scanner);
    /* A pipe, which is refused, is not waited for until somebody writes to it. */
    scanner->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (scanner->descriptor < 0)
        return fail(scanner, error, path, strerror(errno));
    scanner->payload = malloc(BLOCK_PAYLOAD_MAX);
    if (!scanner->payload)
        return fail(scanner, error, path, "no memory");
    return read_file_header(scanner, path, error);
}

void scanner_close(Scanner *scanner) {
    if (scanner->descriptor >= 0)
        close(scanner->descriptor);
    free(scanner->payload);
    scanner->descriptor = -1;
    scanner->payload = NULL;
}

/* Says what is lost at the current offset, and goes on to the next header after `from`. */
static ScanStatus skip_damage(Scanner *scanner, int64_t from, const char *what) {
    int64_t start = scanner->offset;
    int64_t next = find_header(scanner, from, INT64_MAX - (int64_t)SEARCH_STRIDE);
    int length = snprintf(scanner->message, sizeof scanner->message,
                          "the block at byte %" PRId64 " %s", start, what);
    char *rest = scanner->message + length;
    size_t room = sizeof scanner->message - (size_t)length;
    if (next >= 0) {
        snprintf(rest, room, "; the next one begins at byte %" PRId64, next);
        scanner->offset = next;
    } else {
        scanner->offset = lseek(scanner->descriptor, 0, SEEK_END);
        snprintf(rest, room, "; nothing follows to the end at byte %" PRId64, scanner->offset);
    }
    return SCAN_DAMAGED;
}

static ScanStatus scan_block(Scanner *scanner) {
    uint8_t bytes[BLOCK_HEADER_SIZE];
    int64_t start = scanner->offset;
    size_t size = read_at(scanner, start, bytes, sizeof bytes);
    if (size == 0)
        return SCAN_END;
    if (size < sizeof bytes)
        return skip_damage(scanner, start + 1, "is cut off inside its header");
    if (!block_header_read(bytes, &scanner->header))
        return skip_damage(scanner, start + 1, "has no intact header");

    const BlockHeader *header = &scanner->header;
    char what[96];
    int64_t payload = start + BLOCK_HEADER_SIZE;
    if (read_at(scanner, payload, scanner->payload, header->payload_size) < header->payload_size) {
        snprintf(what, sizeof what, "(%" PRIu32 " %s) is cut off", header->games,
                 format_plural(header->games, "game", "games"));
        return skip_damage(scanner, payload, what);
    }
    if (!block_payload_is_intact(header, scanner->payload)) {
        snprintf(what, sizeof what, "(%" PRIu32 " %s) is damaged", header->games,
                 format_plural(header->games, "game", "games"));
        return skip_damage(scanner, payload, what);
    }
    scanner->offset = scanner->block_end = payload + header->payload_size;
    return SCAN_BLOCK;
}

ScanStatus scanner_next(Scanner *scanner) {
    if (scanner->header_is_bad) {
        scanner->header_is_bad = false;
        return SCAN_DAMAGED;
    }
    if (scanner->fault != 0)
        return SCAN_END;
    const int64_t start = scanner->offset;
    const ScanStatus status = scan_block(scanner);
    if (scanner->fault == 0)
        return status;
    snprintf(scanner->message, sizeof scanner->message,
             "the block at byte %" PRId64 " and what follows cannot be read: %s", start,
             strerror(scanner->fault));
    return SCAN_DAMAGED;
}
