#pragma once

#include <stdbool.h>
#include <string.h>

#include "target.h"

/* Inputs of targets that read a journal: one that is refused has to stay as it was, and of one that
 * is taken only a last line that was cut off may go. */

/* Calls read() with the path of a file of the input, which follows the first line of a journal
 * where it begins with 'h', and looks at the file afterwards. read() says whether it was taken. */
static inline void journal_input_try(const uint8_t *data, size_t size, const char *heading,
                                     size_t heading_size,
                                     bool (*read)(void *context, const char *path), void *context) {
    const size_t begun = size > 0 && data[0] == 'h' ? heading_size : 0;
    const size_t rest = begun > 0 ? size - 1 : size, length = begun + rest;
    uint8_t *bytes = malloc(length + 1);
    MUST(bytes);
    memcpy(bytes, heading, begun);
    memcpy(bytes + begun, data + (size - rest), rest);
    char path[TARGET_PATH];
    const int file = target_file(bytes, length, path);
    const bool taken = read(context, path);
    size_t found, kept = length;
    char *after = target_contents(file, &found);
    while (taken && kept > 0 && bytes[kept - 1] != '\n')
        kept--;
    MUST(taken ? found >= kept : found == kept);
    MUST(memcmp(after, bytes, kept) == 0);
    free(after);
    free(bytes);
    close(file);
}
