#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* What libFuzzer calls with each input; replay.c does so with files. Always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program when something that must hold does not. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Room for the path of a file made of an input. */
#define TARGET_PATH 32

/* The bytes as a file in memory: its descriptor, and in `path` a name to open it by as long as the
 * descriptor is open. */
static inline int target_file(const uint8_t *data, size_t size, char path[TARGET_PATH]) {
    int file = memfd_create("input", MFD_CLOEXEC);
    MUST(file >= 0);
    for (size_t written = 0; written < size;) {
        ssize_t count = write(file, data + written, size - written);
        MUST(count > 0);
        written += (size_t)count;
    }
    MUST(lseek(file, 0, SEEK_SET) == 0);
    snprintf(path, TARGET_PATH, "/proc/self/fd/%d", file);
    return file;
}

/* All bytes of such a file with a NUL behind them; the caller frees them. */
static inline char *target_contents(int file, size_t *size) {
    off_t length = lseek(file, 0, SEEK_END);
    MUST(length >= 0);
    char *text = malloc((size_t)length + 1);
    MUST(text);
    MUST(pread(file, text, (size_t)length, 0) == length);
    text[length] = '\0';
    *size = (size_t)length;
    return text;
}
