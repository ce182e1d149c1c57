#include "chain/file_header.h"

#include <string.h>
#include <xxhash.h>

#include "chain/bytes.h"

/* From byte 0: magic 8, version 4, reserved 4, description with NULs to byte 504, XXH64 of all
 * before 8. */
#define DESCRIPTION_AT 16
#define CHECKED_SIZE   (FILE_HEADER_SIZE - 8)

_Static_assert(DESCRIPTION_AT + CHAIN_DESCRIPTION_SIZE == CHECKED_SIZE, "the header has no gap");

static const uint8_t MAGIC[8] = {0xB1, 'Q', 'C', 'H', 'A', 'I', 'N', 0x1A};

void file_header_write(const FileHeader *header, uint8_t bytes[FILE_HEADER_SIZE]) {
    memset(bytes, 0, FILE_HEADER_SIZE);
    memcpy(bytes, MAGIC, sizeof MAGIC);
    bytes_put(bytes + 8, header->version, 4);
    memcpy(bytes + DESCRIPTION_AT, header->description,
           strnlen(header->description, CHAIN_DESCRIPTION_SIZE - 1));
    bytes_put(bytes + CHECKED_SIZE, XXH64(bytes, CHECKED_SIZE, 0), 8);
}

FileHeaderStatus file_header_read(const uint8_t *bytes, size_t size, FileHeader *header) {
    size_t compared = size < sizeof MAGIC ? size : sizeof MAGIC;
    if (memcmp(bytes, MAGIC, compared) != 0)
        return FILE_HEADER_FOREIGN;
    if (size < FILE_HEADER_SIZE)
        return FILE_HEADER_CUT;
    if (bytes_get(bytes + CHECKED_SIZE, 8) != XXH64(bytes, CHECKED_SIZE, 0))
        return FILE_HEADER_DAMAGED;
    header->version = (uint32_t)bytes_get(bytes + 8, 4);
    memcpy(header->description, bytes + DESCRIPTION_AT, CHAIN_DESCRIPTION_SIZE);
    header->description[CHAIN_DESCRIPTION_SIZE - 1] = '\0';
    return FILE_HEADER_OK;
}
