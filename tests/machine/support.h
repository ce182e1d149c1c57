#ifndef QUORUM_TESTS_MACHINE_SUPPORT_H
#define QUORUM_TESTS_MACHINE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/topology.h"

/* What the tests of machines share. */

static inline Machine *load(const char *source) {
    char error[MACHINE_ERROR_SIZE];
    Machine *machine = machine_load_from(source, error);
    if (machine == NULL)
        fail_msg("%s", error);
    return machine;
}

/* PATH below the folder of the tests of this floor. The result lasts until the next call. */
static inline const char *path_from_here(const char *path) {
    static char full[4096];
    snprintf(full, sizeof(full), "%s", __FILE__);
    char *slash = strrchr(full, '/');
    size_t length = slash != NULL ? (size_t)(slash + 1 - full) : 0;
    snprintf(full + length, sizeof(full) - length, "%s", path);
    return full;
}

/* Whether this build can load machines at all. */
static inline bool can_load(void) {
    char error[MACHINE_ERROR_SIZE];
    Machine *machine = machine_load_from("pu:1", error);
    machine_destroy(machine);
    return machine != NULL;
}

#define SKIPPED 77

#endif
