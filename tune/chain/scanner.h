#pragma once

#include "base/reason.h"
#include "chain/block.h"
#include "chain/file_header.h"

/* Walks over the blocks of a chain file, and after damage on to the next intact header. Owned by
 * one thread. */

#define SCANNER_MESSAGE_SIZE 256

typedef enum ScanStatus {
    SCAN_BLOCK,  /* an intact block: header and payload are valid */
    SCAN_END,    /* the file ends after a whole block */
    SCAN_DAMAGED /* message says what is lost; the walk goes on, or ends with SCAN_END */
} ScanStatus;

typedef struct Scanner {
    int descriptor;
    int64_t offset;     /* where the next block begins */
    int64_t block_end;  /* end of the last intact block, or of the file header */
    bool header_is_bad; /* not yet reported */
    int fault;          /* errno of what could not be read, which ends the walk, or 0 */
    FileHeader file;
    BlockHeader header;
    uint8_t *payload; /* BLOCK_PAYLOAD_MAX bytes */
    char message[SCANNER_MESSAGE_SIZE];
} Scanner;

/* False, with the reason in *error, when the file cannot be read or is no chain file. */
bool scanner_open(Scanner *scanner, const char *path, Reason *error);

ScanStatus scanner_next(Scanner *scanner);

void scanner_close(Scanner *scanner);
