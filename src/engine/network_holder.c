#include "engine/network_holder.h"

#include <stdio.h>

Engine *network_holder(const char *path, char *error, size_t error_size) {
    char reason[256];
    Engine *engine = engine_create();
    if (!engine) {
        snprintf(error, error_size, "not enough memory");
        return NULL;
    }
    if (path && !engine_load_network(engine, path, reason, sizeof reason)) {
        snprintf(error, error_size, "%s: %s", path, reason);
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}
