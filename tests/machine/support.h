#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../test_data.h"
#include "base/reason.h"
#include "machine/topology.h"

/* What the tests of machines share. */

static inline Machine *load(const char *source) {
    Reason error;
    Machine *machine = machine_load_from(source, &error);
    if (!machine)
        fail_msg("%s", error.text);
    return machine;
}

/* The machine of tests/machine/machines/NAME.xml. */
static inline Machine *load_xml(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/machines/%s.xml", TEST_FOLDER, name);
    return load(path);
}

/* Whether this build can load machines at all. */
static inline bool can_load(void) {
    Reason error;
    Machine *machine = machine_load_from("pu:1", &error);
    machine_destroy(machine);
    return machine;
}
