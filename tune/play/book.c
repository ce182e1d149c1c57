#include "play/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "chess/fen.h"

/* The whole file, ended by NUL. */
static char *read_file(const char *path, size_t *size, Reason *error) {
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t capacity = 0;
    *size = 0;
    errno = 0;
    while (file) {
        if (capacity - *size < 2) {
            capacity = capacity ? capacity * 2 : 1 << 16;
            char *larger = realloc(text, capacity);
            if (!larger)
                break;
            text = larger;
        }
        size_t got = fread(text + *size, 1, capacity - *size - 1, file);
        *size += got;
        if (got == 0)
            break;
    }
    bool whole = file && feof(file) && !ferror(file);
    if (!whole) {
        reason_set(error, "%s: %s", path, strerror(errno ? errno : ENOMEM));
        free(text);
        text = NULL;
    } else {
        text[*size] = '\0';
    }
    if (file)
        fclose(file);
    return text;
}

static size_t count_lines(const char *text, size_t size) {
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Ends each line and notes those with a position. */
static bool find_positions(Book *book, size_t size, const char *path, Reason *error) {
    size_t number = 0;
    for (size_t at = 0; at < size; number++) {
        char *line = book->text + at;
        char *end = memchr(line, '\n', size - at);
        size_t length = end ? (size_t)(end - line) : size - at;
        line[length] = '\0';
        size_t blanks = strspn(line, " \t\r");
        if (line[blanks] != '\0' && line[blanks] != '#') {
            Position position;
            FenError fault;
            const char *rest;
            if (!fen_parse_prefix(line, &position, &fault, &rest)) {
                reason_set(error, "%s: line %zu, column %d: %s", path, number + 1, fault.column,
                           fault.message);
                return false;
            }
            book->lines[book->count++] = at;
        }
        at += length + 1;
    }
    if (book->count == 0)
        reason_set(error, "%s: holds no position", path);
    return book->count > 0;
}

bool book_load(Book *book, const char *path, Reason *error) {
    memset(book, 0, sizeof *book);
    size_t size;
    book->text = read_file(path, &size, error);
    if (!book->text)
        return false;
    book->content = XXH64(book->text, size, 0);
    book->lines = malloc(count_lines(book->text, size) * sizeof *book->lines);
    bool loaded = book->lines && find_positions(book, size, path, error);
    if (!book->lines)
        reason_set(error, "%s: no memory", path);
    if (!loaded)
        book_free(book);
    return loaded;
}

void book_free(Book *book) {
    free(book->text);
    free(book->lines);
    memset(book, 0, sizeof *book);
}

Position book_position(const Book *book, size_t index) {
    Position position;
    FenError fault;
    const char *rest;
    memset(&position, 0, sizeof position);
    fen_parse_prefix(book->text + book->lines[index], &position, &fault, &rest);
    return position;
}
