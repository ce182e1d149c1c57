#pragma once

#include <stddef.h>
#include <stdint.h>

#include "chain/chain.h"

/* The first bytes of a chain file: what it is, and a line of text about how it was made. The games
 * do not depend on it. Pure; any thread. */

#define FILE_HEADER_SIZE 512
#define FILE_VERSION     1

typedef struct FileHeader {
    uint32_t version;
    char description[CHAIN_DESCRIPTION_SIZE];
} FileHeader;

typedef enum FileHeaderStatus {
    FILE_HEADER_OK,
    FILE_HEADER_FOREIGN, /* not a chain file's */
    FILE_HEADER_DAMAGED,
    FILE_HEADER_CUT /* it begins like one, but the bytes end early */
} FileHeaderStatus;

void file_header_write(const FileHeader *header, uint8_t bytes[FILE_HEADER_SIZE]);

/* Reads the first `size` bytes of a file; *header is valid with FILE_HEADER_OK. */
FileHeaderStatus file_header_read(const uint8_t *bytes, size_t size, FileHeader *header);
