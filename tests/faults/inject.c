/* A library to be preloaded that makes calls fail, for the tests of what the program does then.
 *
 *   QUORUM_FAULTS=CALL:FIRST:COUNT:BYTES,... LD_PRELOAD=.../libquorum_inject.so quorum
 *
 * Of the calls of that name for at least BYTES bytes (0 if left out), COUNT fail from number FIRST
 * on (0 or left out: all from there). `malloc` stands for its whole family, `open` for openat and
 * fopen, too, `write` for writev. Calls that the C library makes of itself are not seen.
 * QUORUM_FAULTS_SEEN=FILE: at the end of the process the file has a line "CALL SEEN FAILED" of each
 * name in QUORUM_FAULTS. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

typedef enum Call {
    CALL_MALLOC,
    CALL_MMAP,
    CALL_MPROTECT,
    CALL_MADVISE,
    CALL_THREAD,
    CALL_OPEN,
    CALL_READ,
    CALL_WRITE,
    CALL_FORK,
    CALL_LOCK,
    CALLS
} Call;

static const char *const NAMES[CALLS] = {"malloc", "mmap", "mprotect", "madvise", "pthread_create",
                                         "open",   "read", "write",    "fork",    "flock"};
static const int ERRORS[CALLS] = {ENOMEM, ENOMEM, ENOMEM, ENOMEM, EAGAIN,
                                  EMFILE, EIO,    ENOSPC, EAGAIN, ENOSYS};

typedef struct Rule {
    bool wanted;
    uint64_t first, count, bytes;
    _Atomic uint64_t seen, failed;
} Rule;

static Rule rules[CALLS];

/* What dlsym() itself asks for before there is a malloc() to ask. */
static char early[1 << 16];
static _Atomic size_t early_used;

static void *take_early(size_t bytes) {
    const size_t at = atomic_fetch_add(&early_used, (bytes + 15) / 16 * 16);
    return at + bytes <= sizeof early ? early + at : NULL;
}

static bool is_early(const void *address) {
    return (const char *)address >= early && (const char *)address < early + sizeof early;
}

/* Whether this call is to fail; errno is then set. */
static bool fails(Call call, size_t bytes) {
    Rule *rule = &rules[call];
    if (!rule->wanted || bytes < rule->bytes)
        return false;
    const uint64_t number = atomic_fetch_add(&rule->seen, 1) + 1;
    if (number < rule->first || (rule->count > 0 && number >= rule->first + rule->count))
        return false;
    atomic_fetch_add(&rule->failed, 1);
    errno = ERRORS[call];
    return true;
}

static void read_rule(const char *text) {
    for (int i = 0; i < CALLS; i++) {
        const size_t length = strlen(NAMES[i]);
        if (strncmp(text, NAMES[i], length) != 0 || text[length] != ':')
            continue;
        uint64_t numbers[3] = {1, 0, 0};
        char *end = (char *)(uintptr_t)text + length;
        for (int n = 0; n < 3 && *end == ':'; n++)
            numbers[n] = strtoull(end + 1, &end, 10);
        rules[i].first = numbers[0];
        rules[i].count = numbers[1];
        rules[i].bytes = numbers[2];
        rules[i].wanted = true;
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("QUORUM_FAULTS");
    while (text) {
        read_rule(text);
        text = strchr(text, ',');
        text += text != NULL;
    }
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("QUORUM_FAULTS_SEEN");
    if (!path)
        return;
    for (int i = 0; i < CALLS; i++)
        rules[i].bytes = SIZE_MAX; /* what follows is not counted */
    FILE *file = fopen(path, "w");
    for (int i = 0; i < CALLS && file; i++) {
        if (rules[i].wanted)
            fprintf(file, "%s %llu %llu\n", NAMES[i], (unsigned long long)rules[i].seen,
                    (unsigned long long)rules[i].failed);
    }
    if (file)
        fclose(file);
}

/* The function that this one stands before. Two threads may look it up at once; both find it. */
#define REAL(name)                                                                                 \
    static __typeof__(name) *real;                                                                 \
    if (!real)                                                                                     \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

void *malloc(size_t bytes) {
    static _Thread_local bool looking;
    if (looking)
        return take_early(bytes);
    looking = true;
    REAL(malloc);
    looking = false;
    return fails(CALL_MALLOC, bytes) ? NULL : real(bytes);
}

void *calloc(size_t count, size_t bytes) {
    static _Thread_local bool looking;
    if (looking)
        return take_early(count * bytes);
    looking = true;
    REAL(calloc);
    looking = false;
    return fails(CALL_MALLOC, count * bytes) ? NULL : real(count, bytes);
}

void *realloc(void *old, size_t bytes) {
    REAL(realloc);
    if (is_early(old)) {
        void *fresh = malloc(bytes);
        if (fresh)
            memcpy(fresh, old, bytes);
        return fresh;
    }
    return fails(CALL_MALLOC, bytes) ? NULL : real(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    REAL(aligned_alloc);
    return fails(CALL_MALLOC, bytes) ? NULL : real(alignment, bytes);
}

int posix_memalign(void **address, size_t alignment, size_t bytes) {
    REAL(posix_memalign);
    return fails(CALL_MALLOC, bytes) ? ENOMEM : real(address, alignment, bytes);
}

void free(void *address) {
    static _Thread_local bool looking;
    if (looking || is_early(address))
        return; /* a message of dlsym()'s own */
    looking = true;
    REAL(free);
    looking = false;
    real(address);
}

void *mmap(void *address, size_t bytes, int access, int flags, int fd, off_t offset) {
    REAL(mmap);
    return fails(CALL_MMAP, bytes) ? MAP_FAILED : real(address, bytes, access, flags, fd, offset);
}

int mprotect(void *address, size_t bytes, int access) {
    REAL(mprotect);
    return fails(CALL_MPROTECT, bytes) ? -1 : real(address, bytes, access);
}

int madvise(void *address, size_t bytes, int advice) {
    REAL(madvise);
    return fails(CALL_MADVISE, bytes) ? -1 : real(address, bytes, advice);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
    REAL(pthread_create);
    return fails(CALL_THREAD, 0) ? EAGAIN : real(thread, attributes, start, argument);
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

int open(const char *path, int flags, ...) {
    REAL(open);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return fails(CALL_OPEN, 0) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    REAL(openat);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return fails(CALL_OPEN, 0) ? -1 : real(folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
    REAL(fopen);
    return fails(CALL_OPEN, 0) ? NULL : real(path, mode);
}

ssize_t read(int fd, void *data, size_t bytes) {
    REAL(read);
    return fails(CALL_READ, bytes) ? -1 : real(fd, data, bytes);
}

ssize_t write(int fd, const void *data, size_t bytes) {
    REAL(write);
    return fails(CALL_WRITE, bytes) ? -1 : real(fd, data, bytes);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    return fails(CALL_WRITE, 0) ? -1 : real(fd, parts, count);
}

pid_t fork(void) {
    REAL(fork);
    return fails(CALL_FORK, 0) ? -1 : real();
}

int flock(int fd, int how) {
    REAL(flock);
    return fails(CALL_LOCK, 0) ? -1 : real(fd, how);
}
