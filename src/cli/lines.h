#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/reason.h"

/* A line of more bytes than this is a fault of the file. */
#define LINES_LONGEST ((size_t)16 << 20)

/* A file of lines, "-" for stdin, read one after the other; a byte order mark before the first is
 * left out. One thread at a time. */
typedef struct LineSource {
    FILE *file;
    const char *name; /* of the file, for messages: "stdin" for "-" */
    char *text;       /* the line, without its end */
    size_t length;    /* of the line, which may hold a NUL character */
    long number;      /* of the line, from 1 */
    size_t capacity;
    int fault; /* errno of what ended the reading early, or 0 */
} LineSource;

/* The name of a file in messages and reports. */
const char *lines_name(const char *path);

/* On false error (a line) says why the file cannot be opened. */
bool lines_open(LineSource *reader, const char *path, Reason *error);

/* The next line; false when there is none, or none that can be read. */
bool lines_next(LineSource *reader);

/* Ends the reading. False, with a line in error, when a line could not be read. */
bool lines_close(LineSource *reader, Reason *error);
