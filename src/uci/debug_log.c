#include "uci/debug_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/file_identity.h"

#define PREFIX_SIZE 64

void debug_log_init(DebugLog *log) {
    atomic_init(&log->fd, -1);
    atomic_init(&log->failure, 0);
    pthread_mutex_init(&log->lock, NULL);
}

/* The caller holds the lock. */
static void close_file(DebugLog *log) {
    int fd = atomic_exchange(&log->fd, -1);
    if (fd >= 0)
        close(fd);
}

void debug_log_free(DebugLog *log) {
    close_file(log);
    pthread_mutex_destroy(&log->lock);
}

/* Whether what is written to the file comes back as input. A terminal shows it only. */
static bool feeds_input(int fd) {
    struct stat input, file;
    return fstat(STDIN_FILENO, &input) == 0 && fstat(fd, &file) == 0 && !S_ISCHR(file.st_mode) &&
           file_identity_equal(&input, &file);
}

int debug_log_open(DebugLog *log, const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    int error = fd < 0 ? errno : 0;
    if (fd >= 0 && feeds_input(fd)) {
        close(fd);
        fd = -1;
        error = EINVAL;
    }
    pthread_mutex_lock(&log->lock);
    close_file(log);
    atomic_store(&log->failure, 0);
    atomic_store(&log->fd, fd);
    pthread_mutex_unlock(&log->lock);
    return error;
}

void debug_log_close(DebugLog *log) {
    pthread_mutex_lock(&log->lock);
    close_file(log);
    pthread_mutex_unlock(&log->lock);
}

static int write_prefix(char prefix[PREFIX_SIZE], LogDirection direction) {
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    int length = (int)strftime(prefix, PREFIX_SIZE, "%Y-%m-%dT%H:%M:%S", &utc);
    length += snprintf(prefix + length, (size_t)(PREFIX_SIZE - length), ".%06ldZ %c ",
                       now.tv_nsec / 1000, direction == LOG_INPUT ? '<' : '>');
    return length;
}

/* Writes all parts; false, with errno, when the file takes no more. */
static bool write_all(int fd, struct iovec *parts, int count) {
    while (count > 0) {
        ssize_t done = writev(fd, parts, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        while (count > 0 && (size_t)done >= parts->iov_len) {
            done -= (ssize_t)parts->iov_len;
            parts++;
            count--;
        }
        if (count > 0) {
            parts->iov_base = (char *)parts->iov_base + done;
            parts->iov_len -= (size_t)done;
        }
    }
    return true;
}

void debug_log_lines(DebugLog *log, LogDirection direction, Text lines) {
    if (atomic_load_explicit(&log->fd, memory_order_relaxed) < 0)
        return;
    char prefix[PREFIX_SIZE];
    pthread_mutex_lock(&log->lock);
    /* Whoever had to wait comes later by its time, too. */
    size_t prefix_length = (size_t)write_prefix(prefix, direction);
    int fd = atomic_load(&log->fd);
    while (fd >= 0 && lines.length > 0) {
        const char *newline = memchr(lines.data, '\n', lines.length);
        size_t length = newline ? (size_t)(newline - lines.data) : lines.length;
        struct iovec parts[] = {{prefix, prefix_length}, {(char *)lines.data, length}, {"\n", 1}};
        if (!write_all(fd, parts, 3)) {
            atomic_store(&log->failure, errno);
            close_file(log);
            break;
        }
        length += newline != NULL;
        lines.data += length;
        lines.length -= length;
    }
    pthread_mutex_unlock(&log->lock);
}

int debug_log_take_failure(DebugLog *log) {
    return atomic_exchange(&log->failure, 0);
}
