#include "suite/resources.h"

#include <stdio.h>

bool resources_load(Resources *resources, const ResourceSettings *settings, char *error,
                    size_t error_size) {
    const char *network_path = settings->network_path;
    const char *syzygy_path = settings->syzygy_path;
    char reason[300];
    *resources = (Resources){.evaluation = engine_create()};
    if (!resources->evaluation) {
        snprintf(error, error_size, "not enough memory");
        return false;
    }
    bool loaded = true;
    if (network_path &&
        !engine_load_network(resources->evaluation, network_path, reason, sizeof reason)) {
        snprintf(error, error_size, "%s: %s", network_path, reason);
        loaded = false;
    }
    if (loaded && syzygy_path) {
        resources->tables = syzygy_open(syzygy_path, reason, sizeof reason);
        if (!resources->tables) {
            snprintf(error, error_size, "%s: %s", syzygy_path, reason);
            loaded = false;
        }
    }
    if (!loaded)
        resources_free(resources);
    return loaded;
}

void resources_free(Resources *resources) {
    engine_destroy(resources->evaluation);
    syzygy_close(resources->tables);
    *resources = (Resources){0};
}
