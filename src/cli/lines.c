#include "cli/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define FIRST_CAPACITY 256

static bool is_stdin(const char *path) {
    return strcmp(path, "-") == 0;
}

const char *lines_name(const char *path) {
    return is_stdin(path) ? "stdin" : path;
}

bool lines_open(LineSource *reader, const char *path, Reason *error) {
    *reader = (LineSource){.name = lines_name(path)};
    reader->file = is_stdin(path) ? stdin : fopen(path, "re");
    if (!reader->file)
        reason_set(error, "%s: %s", path, strerror(errno));
    return reader->file;
}

static void remove_mark(LineSource *reader) {
    const size_t size = text_mark_size((Text){reader->text, reader->length});
    reader->length -= size;
    memmove(reader->text, reader->text + size, reader->length + 1);
}

static void remove_end(LineSource *reader) {
    if (reader->length > 0 && reader->text[reader->length - 1] == '\n')
        reader->length--;
    if (reader->length > 0 && reader->text[reader->length - 1] == '\r')
        reader->length--;
    reader->text[reader->length] = '\0';
}

/* Makes room for another character and the end of the text; false, with errno, where there is none.
 */
static bool make_room(LineSource *reader) {
    if (reader->length > LINES_LONGEST) {
        errno = EMSGSIZE;
        return false;
    }
    if (reader->length + 1 < reader->capacity)
        return true;
    const size_t capacity = reader->capacity == 0 ? FIRST_CAPACITY : 2 * reader->capacity;
    char *text = realloc(reader->text, capacity);
    if (!text)
        return false;
    reader->text = text;
    reader->capacity = capacity;
    return true;
}

/* Reads up to the end of a line, which is part of the text; false, with errno, when it cannot. A
 * file without end, such as a device, may have a line without end. */
static bool read_line(LineSource *reader) {
    reader->length = 0;
    int character = '\0';
    while (character != '\n') {
        if (!make_room(reader))
            return false;
        errno = 0;
        character = getc_unlocked(reader->file);
        if (character == EOF && ferror(reader->file))
            return false;
        if (character == EOF)
            break;
        reader->text[reader->length++] = (char)character;
    }
    reader->text[reader->length] = '\0';
    errno = 0;
    return reader->length > 0;
}

bool lines_next(LineSource *reader) {
    if (!read_line(reader)) {
        reader->fault = errno;
        return false;
    }
    if (reader->number++ == 0)
        remove_mark(reader);
    remove_end(reader);
    return true;
}

bool lines_close(LineSource *reader, Reason *error) {
    if (reader->fault != 0)
        reason_set(error, "%s:%ld: %s", reader->name, reader->number + 1,
                   reader->fault == EMSGSIZE ? "the line is too long" : strerror(reader->fault));
    if (reader->file != stdin)
        fclose(reader->file);
    free(reader->text);
    return reader->fault == 0;
}
