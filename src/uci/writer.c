#include "uci/writer.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/integers.h"

#define INITIAL_CAPACITY 4096
#define PIECE_SIZE       1024
#define VISIBLE_LIMIT    1000
#define HELD_LIMIT       65536

bool writer_init(Writer *writer, int fd, int failure_fd, DebugLog *log) {
    *writer =
        (Writer){.log = log, .fd = fd, .failure_fd = failure_fd, .capacity = INITIAL_CAPACITY};
    writer->buffer = malloc(INITIAL_CAPACITY);
    pthread_mutex_init(&writer->lock, NULL);
    return writer->buffer;
}

void writer_free(Writer *writer) {
    pthread_mutex_destroy(&writer->lock);
    free(writer->buffer);
    free(writer->held);
}

static void report_failure(Writer *writer) {
    writer->failed = true;
    uint64_t one = 1;
    if (writer->failure_fd < 0)
        return;
    while (write(writer->failure_fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

static void flush(Writer *writer) {
    size_t sent = 0;
    if (writer->log)
        debug_log_lines(writer->log, LOG_OUTPUT, (Text){writer->buffer, writer->length});
    while (sent < writer->length && !writer->failed) {
        ssize_t done = write(writer->fd, writer->buffer + sent, writer->length - sent);
        if (done >= 0) {
            sent += (size_t)done;
        } else if (errno == EAGAIN) {
            struct pollfd polled = {.fd = writer->fd, .events = POLLOUT};
            poll(&polled, 1, -1);
        } else if (errno != EINTR) {
            report_failure(writer);
        }
    }
    writer->length = 0;
}

/* Makes room for at least one more character. Without memory for a larger block it leaves in
 * several writes rather than not at all. */
static void make_room(Writer *writer, size_t wanted) {
    size_t capacity = writer->capacity;
    while (capacity - writer->length < wanted)
        capacity *= 2;
    if (capacity == writer->capacity)
        return;
    char *buffer = realloc(writer->buffer, capacity);
    if (buffer) {
        writer->buffer = buffer;
        writer->capacity = capacity;
    } else if (writer->length == writer->capacity) {
        flush(writer);
    }
}

void writer_begin(Writer *writer) {
    pthread_mutex_lock(&writer->lock);
}

void writer_add(Writer *writer, Text text) {
    while (text.length > 0) {
        make_room(writer, text.length);
        size_t room = writer->capacity - writer->length;
        size_t part = size_min(text.length, room);
        memcpy(writer->buffer + writer->length, text.data, part);
        writer->length += part;
        text.data += part;
        text.length -= part;
    }
}

static void format_va(Writer *writer, const char *format, va_list arguments) {
    char piece[PIECE_SIZE] = "";
    vsnprintf(piece, sizeof piece, format, arguments);
    writer_add(writer, text_of(piece));
}

void writer_format(Writer *writer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    format_va(writer, format, arguments);
    va_end(arguments);
}

void writer_add_visible(Writer *writer, Text text) {
    size_t shown = size_min(text.length, VISIBLE_LIMIT);
    char visible[VISIBLE_LIMIT];
    for (size_t i = 0; i < shown; i++) {
        bool printable = text.data[i] >= ' ' && text.data[i] <= '~';
        visible[i] = printable ? text.data[i] : text.data[i] == '\t' ? ' ' : '?';
    }
    writer_add(writer, (Text){visible, shown});
    if (shown < text.length)
        writer_add(writer, text_of("..."));
}

void writer_end(Writer *writer) {
    if (writer->length > 0)
        writer->blocks++;
    flush(writer);
    pthread_mutex_unlock(&writer->lock);
}

void writer_hold(Writer *writer) {
    size_t length = writer->held_length + writer->length;
    char *held = length <= HELD_LIMIT ? realloc(writer->held, length) : NULL;
    if (held) {
        memcpy(held + writer->held_length, writer->buffer, writer->length);
        writer->held = held;
        writer->held_length = length;
    }
    writer->length = 0;
    pthread_mutex_unlock(&writer->lock);
}

void writer_release(Writer *writer) {
    writer_add(writer, (Text){writer->held, writer->held_length});
    writer->held_length = 0;
}

void writer_line(Writer *writer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    writer_begin(writer);
    format_va(writer, format, arguments);
    va_end(arguments);
    writer_add(writer, text_of("\n"));
    writer_end(writer);
}

bool writer_failed(Writer *writer) {
    pthread_mutex_lock(&writer->lock);
    bool failed = writer->failed;
    pthread_mutex_unlock(&writer->lock);
    return failed;
}
