#include "suite/collection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more; false without memory. */
static bool grow(Collection *collection) {
    if (collection->count < collection->capacity)
        return true;
    size_t capacity = collection->capacity > 0 ? 2 * collection->capacity : 256;
    Item *items = aligned_alloc(_Alignof(Item), capacity * sizeof *items);
    if (!items)
        return false;
    if (collection->count > 0)
        memcpy(items, collection->items, collection->count * sizeof *items);
    free(collection->items);
    collection->items = items;
    collection->capacity = capacity;
    return true;
}

/* Adds what stands in a line; false, with the reason in *error, when that is nothing it should be.
 */
static bool add_line(Collection *collection, const char *path, long number, const char *text,
                     EpdError *error) {
    if (!grow(collection)) {
        snprintf(error->message, sizeof error->message, "not enough memory");
        return false;
    }
    Item *item = &collection->items[collection->count];
    EpdStatus status = entry_read(text, &item->entry, error);
    item->path = path;
    item->line = number;
    collection->count += status == EPD_POSITION;
    return status != EPD_MALFORMED;
}

bool collection_read(Collection *collection, const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "re");
    if (!file) {
        snprintf(error, error_size, "%s: %s", path, strerror(errno));
        return false;
    }
    char *text = NULL;
    size_t size = 0;
    EpdError reason = {0};
    bool good = true;
    for (long number = 1; good && getline(&text, &size, file) >= 0; number++) {
        good = add_line(collection, path, number, text, &reason);
        if (!good)
            snprintf(error, error_size, "%s:%ld: %s", path, number, reason.message);
    }
    if (good && ferror(file)) {
        snprintf(error, error_size, "%s: %s", path, strerror(errno));
        good = false;
    }
    free(text);
    fclose(file);
    return good;
}

void collection_free(Collection *collection) {
    free(collection->items);
    *collection = (Collection){0};
}
