#pragma once

#include "base/text.h"

/* Lines from a file descriptor. A line ends at \n, \r or the end of the input, so that every mix of
 * line ends works; empty lines are never seen, nor is a byte order mark before the first. Owned by
 * one thread. */

/* A longer line is dropped whole. */
#define READER_MAX_LINE ((size_t)256 << 20)

typedef struct LineReader {
    int fd;
    int wake_fd;
    char *data;
    size_t capacity;
    size_t start;    /* of the next line */
    size_t scanned;  /* no line ends between start and here */
    size_t end;      /* of what has been read */
    bool has_begun;  /* the first line, before which there may be a byte order mark, is over */
    bool at_end;     /* of the input */
    bool has_waited; /* for the line at hand: it had not arrived when it was asked for */
    bool dropping;   /* inside a line that is too long */
    bool no_memory;  /* and so the input is not read to its end */
} LineReader;

/* The reader ends as if at the end of the input once wake_fd is readable; -1 for none. */
void reader_init(LineReader *reader, int fd, int wake_fd);
void reader_free(LineReader *reader);

/* Gives it a text that malloc() made and that it will free in place of any other input. */
void reader_set_text(LineReader *reader, char *text);

/* Waits for the next line. *line is valid until the next call. False at the end of the input or
 * when it cannot be read. */
bool reader_next(LineReader *reader, Text *line);

/* These two look at what has arrived, and do not wait. The line at hand stays valid. */

/* Whether the next line says this. */
bool reader_next_is(LineReader *reader, const char *text);

/* Whether a line says this, and none before it begins with `other` (NULL: with anything). */
bool reader_holds(LineReader *reader, const char *text, const char *other);

/* Whether the input has ended, as far as the two above have seen. */
bool reader_has_ended(const LineReader *reader);

/* The same, and no line, or none but blank ones, is left. */
bool reader_is_exhausted(const LineReader *reader);
