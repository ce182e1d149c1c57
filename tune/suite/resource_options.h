#ifndef QUORUM_SUITE_RESOURCE_OPTIONS_H
#define QUORUM_SUITE_RESOURCE_OPTIONS_H

#include <argp.h>

#include "suite/resources.h"

#define DEFAULT_RESOURCES ((ResourceSettings){.hash_mib = 64, .threads = 1})

/* The options --network, --syzygy, --hash and --threads, as a child parser; its input is a
 * ResourceSettings. */
extern const struct argp RESOURCE_OPTIONS;

#endif
