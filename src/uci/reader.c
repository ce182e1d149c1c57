#include "uci/reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK ((size_t)64 << 10)

void reader_init(LineReader *reader, int fd, int wake_fd) {
    *reader = (LineReader){.fd = fd, .wake_fd = wake_fd};
}

void reader_free(LineReader *reader) {
    free(reader->data);
    reader->data = NULL;
}

void reader_set_text(LineReader *reader, char *text) {
    reader->data = text;
    reader->capacity = reader->end = strlen(text);
    reader->at_end = true;
}

/* Moves what is not yet used to the front and makes room behind it. A line that is too long, or for
 * which there is no memory, is given up. */
static bool make_room(LineReader *reader) {
    size_t used = reader->end - reader->start;
    if (used > 0 && reader->start > 0)
        memmove(reader->data, reader->data + reader->start, used);
    reader->scanned -= reader->start;
    reader->start = 0;
    reader->end = used;
    if (reader->capacity - used >= CHUNK)
        return true;
    size_t capacity = reader->capacity == 0 ? 2 * CHUNK : 2 * reader->capacity;
    char *data = used < READER_MAX_LINE ? realloc(reader->data, capacity) : NULL;
    if (data) {
        reader->data = data;
        reader->capacity = capacity;
        return true;
    }
    if (reader->capacity < CHUNK) {
        reader->no_memory = true;
        return false;
    }
    reader->dropping = true;
    reader->scanned = reader->end = 0;
    return true;
}

/* Waits so long for input or to be woken, -1 for ever; what poll() returns. */
static int wait_readable(const LineReader *reader, int timeout_ms, bool *woken) {
    struct pollfd polled[2] = {{.fd = reader->fd, .events = POLLIN},
                               {.fd = reader->wake_fd, .events = POLLIN}};
    int ready;
    do
        ready = poll(polled, 2, timeout_ms);
    while (ready < 0 && errno == EINTR);
    *woken = polled[1].revents != 0;
    return ready;
}

static bool fill(LineReader *reader) {
    if (!make_room(reader))
        return false;
    for (;;) {
        bool woken;
        int ready = wait_readable(reader, 0, &woken);
        reader->has_waited |= ready == 0;
        if (ready == 0)
            ready = wait_readable(reader, -1, &woken);
        if (ready < 0 || woken)
            return false;
        ssize_t got = read(reader->fd, reader->data + reader->end, reader->capacity - reader->end);
        if (got > 0) {
            reader->end += (size_t)got;
            return true;
        }
        if (got == 0 || (errno != EINTR && errno != EAGAIN))
            return false;
    }
}

/* The next line end from a place on, or `end`. */
static size_t find_line_end(const LineReader *reader, size_t i) {
    while (i < reader->end && reader->data[i] != '\n' && reader->data[i] != '\r')
        i++;
    return i;
}

bool reader_next(LineReader *reader, Text *line) {
    reader->has_waited = false;
    for (;;) {
        size_t stop = find_line_end(reader, reader->scanned);
        if (stop == reader->end && !reader->at_end) {
            reader->scanned = stop;
            reader->at_end = !fill(reader);
            continue;
        }
        if (!reader->has_begun)
            reader->start +=
                text_mark_size((Text){reader->data + reader->start, stop - reader->start});
        reader->has_begun = true;
        bool last = stop == reader->end;
        Text found = {reader->data + reader->start, stop - reader->start};
        reader->start = reader->scanned = last ? stop : stop + 1;
        if (found.length > 0 && found.length <= READER_MAX_LINE && !reader->dropping) {
            *line = found;
            return true;
        }
        if (last)
            return false;
        reader->dropping = false;
    }
}

/* Takes in what has arrived, where there is room behind it. */
static void take_arrived(LineReader *reader) {
    bool woken;
    if (reader->at_end || reader->end == reader->capacity || wait_readable(reader, 0, &woken) < 1)
        return;
    ssize_t got = 0;
    if (!woken)
        got = read(reader->fd, reader->data + reader->end, reader->capacity - reader->end);
    if (got > 0)
        reader->end += (size_t)got;
    else
        reader->at_end = got == 0 || (errno != EINTR && errno != EAGAIN);
}

/* Cuts the next whole line that has arrived off the front, *at being where it begins. */
static bool cut_line(const LineReader *reader, size_t *at, Text *line) {
    size_t start = *at;
    while (start < reader->end && (reader->data[start] == '\n' || reader->data[start] == '\r'))
        start++;
    const size_t stop = find_line_end(reader, start);
    *line = text_trim((Text){reader->data + start, stop - start});
    *at = stop;
    return stop < reader->end && !reader->dropping;
}

bool reader_next_is(LineReader *reader, const char *text) {
    take_arrived(reader);
    size_t at = reader->start;
    Text line;
    return cut_line(reader, &at, &line) && text_equals(line, text);
}

bool reader_holds(LineReader *reader, const char *text, const char *other) {
    take_arrived(reader);
    size_t at = reader->start;
    for (Text line, word; cut_line(reader, &at, &line);) {
        if (text_equals(line, text))
            return true;
        if (other && text_next_token(&line, &word) && text_equals(word, other))
            return false;
    }
    return false;
}

bool reader_has_ended(const LineReader *reader) {
    return reader->at_end;
}

bool reader_is_exhausted(const LineReader *reader) {
    const Text left = {reader->data + reader->start, reader->end - reader->start};
    return reader->at_end && text_trim(left).length == 0;
}
