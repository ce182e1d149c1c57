#include "cli/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";

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
    const size_t size = sizeof BYTE_ORDER_MARK - 1;
    if (reader->length < size || memcmp(reader->text, BYTE_ORDER_MARK, size) != 0)
        return;
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

bool lines_next(LineSource *reader) {
    errno = 0;
    ssize_t length = getline(&reader->text, &reader->capacity, reader->file);
    if (length < 0) {
        reader->fault = feof(reader->file) ? 0 : errno != 0 ? errno : ENOMEM;
        return false;
    }
    reader->length = (size_t)length;
    if (reader->number++ == 0)
        remove_mark(reader);
    remove_end(reader);
    return true;
}

bool lines_close(LineSource *reader, Reason *error) {
    if (reader->fault != 0)
        reason_set(error, "%s:%ld: %s", reader->name, reader->number + 1, strerror(reader->fault));
    if (reader->file != stdin)
        fclose(reader->file);
    free(reader->text);
    return reader->fault == 0;
}
