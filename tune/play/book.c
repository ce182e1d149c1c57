#include "play/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"
#include "chess/fen.h"

/* The whole file, ended by NUL. */
static char *read_file(const char *path, size_t *size, Reason *error) {
    FILE *file = fopen(path, "re");
    char *text = NULL;
    FILE *copy = file ? open_memstream(&text, size) : NULL;
    int byte = 0;
    while (copy && (byte = getc(file)) != EOF && putc(byte, copy) != EOF)
        continue;
    bool whole = copy && byte == EOF && !ferror(file);
    if (!whole)
        reason_set(error, "%s: %s", path, strerror(errno));
    if (copy && fclose(copy) != 0 && whole)
        whole = reason_set(error, "%s: no memory", path);
    if (file)
        fclose(file);
    if (whole)
        return text;
    free(text);
    return NULL;
}

/* Takes the position of a line into the book, if it has one. */
static bool take_line(Book *book, const char *line, FenError *fault) {
    const char *rest = line + strspn(line, " \t\r");
    Position position;
    if (*rest == '\0' || *rest == '#')
        return true;
    if (!fen_parse_prefix(line, &position, fault, &rest))
        return false;
    packed_position_write(&position, book->positions[book->count++]);
    return true;
}

static bool take_lines(Book *book, char *text, size_t size, const char *path, Reason *error) {
    size_t number = 1;
    for (char *line = text + text_mark_size((Text){text, size}), *end; line < text + size;
         line = end + 1, number++) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        end = end ? end : text + size;
        *end = '\0';
        FenError fault;
        if (!take_line(book, line, &fault))
            return reason_set(error, "%s: line %zu, column %d: %s", path, number, fault.column,
                              fault.message);
    }
    return book->count > 0 || reason_set(error, "%s: holds no position", path);
}

bool book_load(Book *book, const char *path, Reason *error) {
    *book = (Book){0};
    size_t size, lines = 1;
    char *text = read_file(path, &size, error);
    if (!text)
        return false;
    book->content = XXH64(text, size, 0);
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    book->positions = malloc(lines * sizeof *book->positions);
    bool loaded = book->positions ? take_lines(book, text, size, path, error)
                                  : reason_set(error, "%s: no memory", path);
    free(text);
    if (!loaded)
        book_free(book);
    return loaded;
}

void book_free(Book *book) {
    free(book->positions);
    *book = (Book){0};
}

Position book_position(const Book *book, size_t index) {
    ByteCursor cursor = {book->positions[index], book->positions[index] + PACKED_POSITION_MAX};
    Position position;
    packed_position_read(&cursor, &position);
    return position;
}
