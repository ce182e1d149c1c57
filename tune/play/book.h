#pragma once

#include <stddef.h>

#include "base/reason.h"
#include "chain/packed_position.h"

/* Start positions from a file of FEN or EPD lines. Read by any number of threads. */
typedef struct Book {
    uint8_t (*positions)[PACKED_POSITION_MAX];
    size_t count;     /* at least 1 */
    uint64_t content; /* XXH64 of the file */
} Book;

/* Reads a file, in which empty lines and lines that begin with # are skipped. False, with file,
 * line and reason in *error, when it cannot be read, holds a bad position, or none. */
bool book_load(Book *book, const char *path, Reason *error);

void book_free(Book *book);

Position book_position(const Book *book, size_t index);
