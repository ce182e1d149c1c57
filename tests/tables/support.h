#ifndef QUORUM_TESTS_TABLES_SUPPORT_H
#define QUORUM_TESTS_TABLES_SUPPORT_H

/* Files beside the repository, where they are, and files that a test makes. */

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "../chess/support.h"

#define SKIPPED   77
#define LINE_SIZE 4096

/* The path of public test data: three steps above this file, and down again; until the thread's
 * next call. */
static inline const char *shared_path(const char *name) {
    static _Thread_local char path[PATH_MAX + 128];
    if (!realpath(__FILE__, path))
        return name;
    for (int step = 0; step < 3; step++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return name;
        *slash = '\0';
    }
    const size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/../shared/data/%s", name);
    return path;
}

static inline bool shared_is_there(const char *name) {
    return access(shared_path(name), R_OK) == 0;
}

/* Calls visit() for each line "FEN ; first [; second]" and returns how many there were. */
static inline int visit_shared(const char *name, void (*visit)(const char *fen, const char *first,
                                                               const char *second)) {
    FILE *file = fopen(shared_path(name), "r");
    assert_non_null(file);
    char line[LINE_SIZE];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        char *first = strstr(line, " ; ");
        if (!first)
            continue;
        *first = '\0';
        first += 3;
        char *second = strstr(first, " ; ");
        if (second) {
            *second = '\0';
            second += 3;
        }
        visit(line, first, second);
        lines++;
    }
    fclose(file);
    return lines;
}

/* A new folder for the files of a test, to be removed with remove_folder(). */
static inline void make_folder(char path[64]) {
    strcpy(path, "quorum-test-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static inline void write_file(const char *folder, const char *name, const void *bytes,
                              size_t size) {
    char path[LINE_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void remove_file(const char *folder, const char *name) {
    char path[LINE_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(remove(path), 0);
}

#endif
