#pragma once

#include <pthread.h>

#include "base/compiler.h"
#include "base/text.h"
#include "uci/debug_log.h"

/* The one way out: what is written between writer_begin() and writer_end() leaves in one write(2),
 * and no other thread's output comes between. Any thread. */
typedef struct Writer {
    DebugLog *log; /* takes a copy of all output; NULL for none */
    int fd;
    int failure_fd;
    pthread_mutex_t lock;
    char *buffer;
    size_t length;
    size_t capacity;
    char *held; /* blocks kept back */
    size_t held_length;
    uint64_t blocks; /* written so far, empty ones apart */
    bool failed;     /* the other end is gone; further output is dropped */
} Writer;

/* When output fails for good, failure_fd (an eventfd, or -1) is made readable. A log (NULL for
 * none) must outlive the writer. False when memory is exhausted. */
bool writer_init(Writer *writer, int fd, int failure_fd, DebugLog *log);
void writer_free(Writer *writer);

/* Opens a block: the calling thread owns the writer until writer_end(). */
void writer_begin(Writer *writer);

/* These three are called inside a block. writer_format() takes pieces of up to 1023 characters;
 * writer_add_visible() takes what came from outside and shows tabs as blanks, unprintable
 * characters as `?`, and the first 1000 characters only. */
void writer_format(Writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
void writer_add(Writer *writer, Text text);
void writer_add_visible(Writer *writer, Text text);

/* Sends the block, if there is anything in it. */
void writer_end(Writer *writer);

/* Ends the block, but keeps it back until writer_release(). What goes beyond 64 KiB is lost. */
void writer_hold(Writer *writer);

/* Inside a block: adds what has been kept back. */
void writer_release(Writer *writer);

/* A block of one line; the newline is added, and the line is cut at 1023 characters. */
void writer_line(Writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);

/* Whether output has failed for good. */
bool writer_failed(Writer *writer);
