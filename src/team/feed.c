#include "team/feed.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/integers.h"

/* A pipe that polls as writable takes so many bytes without blocking (PIPE_BUF of POSIX). */
#define ROOM 512

bool feed_init(Feed *feed) {
    int ends[2];
    *feed = (Feed){.input_fd = -1, .output_fd = -1};
    if (pipe(ends) != 0)
        return false;
    feed->input_fd = ends[0];
    feed->output_fd = ends[1];
    return true;
}

void feed_destroy(Feed *feed) {
    if (feed->input_fd >= 0) {
        close(feed->input_fd);
        close(feed->output_fd);
    }
    free(feed->waiting);
}

static bool make_room(Feed *feed, size_t more) {
    const size_t wanted = feed->length + more;
    if (wanted <= feed->capacity)
        return true;
    char *waiting = realloc(feed->waiting, 2 * wanted);
    if (!waiting)
        return false;
    feed->waiting = waiting;
    feed->capacity = 2 * wanted;
    return true;
}

void feed_add(Feed *feed, const char *line, size_t length) {
    if (!make_room(feed, length + 1))
        return;
    memcpy(feed->waiting + feed->length, line, length);
    feed->waiting[feed->length + length] = '\n';
    feed->length += length + 1;
    feed_flush(feed);
}

void feed_flush(Feed *feed) {
    struct pollfd polled = {.fd = feed->output_fd, .events = POLLOUT};
    size_t gone = 0;
    while (gone < feed->length && poll(&polled, 1, 0) > 0) {
        const size_t left = feed->length - gone;
        const ssize_t done = write(feed->output_fd, feed->waiting + gone, size_min(left, ROOM));
        if (done <= 0)
            break;
        gone += (size_t)done;
    }
    memmove(feed->waiting, feed->waiting + gone, feed->length - gone);
    feed->length -= gone;
}
