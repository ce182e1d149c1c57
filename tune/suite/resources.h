#ifndef QUORUM_SUITE_RESOURCES_H
#define QUORUM_SUITE_RESOURCES_H

#include "engine/engine.h"

/* What examiners need from files. Main thread only. */
typedef struct Resources {
    Engine *evaluation;
    SyzygyTables *tables; /* NULL without */
} Resources;

/* Loads a network and endgame tables, each unless its path is NULL. False, with the reason in
 * *error. */
bool resources_load(Resources *resources, const char *network_path, const char *syzygy_path,
                    char *error, size_t error_size);

void resources_free(Resources *resources);

#endif
