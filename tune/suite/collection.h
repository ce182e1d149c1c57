#ifndef QUORUM_SUITE_COLLECTION_H
#define QUORUM_SUITE_COLLECTION_H

#include "suite/entry.h"

/* Positions read from files. Owned by one thread. */

typedef struct Item {
    SuiteEntry entry;
    const char *path; /* of the file it comes from */
    long line;        /* from 1 */
} Item;

typedef struct Collection {
    size_t count;
    size_t capacity;
    Item *items; /* in the order of files and lines */
} Collection;

/* Adds the positions of a file, whose path must outlive the collection. False, with file, line and
 * reason in *error, when it cannot be read or a line of it cannot. */
bool collection_read(Collection *collection, const char *path, char *error, size_t error_size);

void collection_free(Collection *collection);

#endif
