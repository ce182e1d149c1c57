#pragma once

/* External test data, see docs/development/testing.md: the folder that CMake was told. */

#include <stdbool.h>
#include <unistd.h>

/* What a test that lacks something ends with. */
#define SKIPPED 77

/* The path of a file or folder below, a constant. Nothing is there when CMake was told none. */
#define TEST_DATA(path) QUORUM_TEST_DATA "/" path

static inline bool test_data_is_there(const char *path) {
    return access(path, R_OK) == 0;
}
