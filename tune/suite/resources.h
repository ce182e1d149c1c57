#ifndef QUORUM_SUITE_RESOURCES_H
#define QUORUM_SUITE_RESOURCES_H

#include "engine/engine.h"

/* What examiners need besides their rules. */
typedef struct ResourceSettings {
    const char *network_path; /* NULL for the network that the program carries */
    const char *syzygy_path;  /* NULL for none */
    size_t hash_mib;          /* of each thread's table */
    int threads;
} ResourceSettings;

/* What they need from files. Main thread only. */
typedef struct Resources {
    Engine *evaluation;
    SyzygyTables *tables; /* NULL without */
} Resources;

/* Loads network and endgame tables. False, with the reason in
 * *error. */
bool resources_load(Resources *resources, const ResourceSettings *settings, char *error,
                    size_t error_size);

void resources_free(Resources *resources);

#endif
