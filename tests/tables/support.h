#pragma once

/* Files of the external test data, and files that a test makes. */

#include <stdlib.h>
#include <unistd.h>

#include "../chess/support.h"
#include "../test_data.h"

#define LINE_SIZE 4096

/* Calls visit() for each line "FEN ; first [; second]" and returns how many there were. */
static inline int visit_answers(const char *path, void (*visit)(const char *fen, const char *first,
                                                                const char *second)) {
    FILE *file = fopen(path, "r");
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
