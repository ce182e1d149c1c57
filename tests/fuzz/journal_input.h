#pragma once

#include <stdbool.h>
#include <string.h>

#include "target.h"

/* Inputs of targets that read a journal: one that is refused has to stay as it was, and of one that
 * is taken only a last line that was cut off may go. */

/* Whether a journal was taken, which is gone on with then: an empty file is. */
typedef bool JournalReader(void *context, const char *path);

/* The first line of a journal, for the caller to free. */
static inline char *journal_input_heading(size_t *size, JournalReader *read, void *context) {
    char path[TARGET_PATH];
    const int file = target_file(NULL, 0, path);
    MUST(read(context, path));
    char *text = target_contents(file, size);
    const char *end = memchr(text, '\n', *size);
    MUST(end);
    *size = (size_t)(end + 1 - text);
    close(file);
    return text;
}

/* Calls read() with the path of a file of the input, which follows the first line of a journal
 * where it begins with 'h', and looks at the file afterwards. Every call has the same reader. */
static inline void journal_input_try(const uint8_t *data, size_t size, JournalReader *read,
                                     void *context) {
    static char *heading;
    static size_t heading_size;
    if (!heading)
        heading = journal_input_heading(&heading_size, read, context);
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
