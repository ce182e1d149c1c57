#include "engine/network_holder.h"

Engine *network_holder(const char *path, Reason *error) {
    Reason reason;
    Engine *engine = engine_create();
    if (!engine) {
        reason_set(error, "not enough memory");
        return NULL;
    }
    if (path && !engine_load_network(engine, path, &reason)) {
        reason_set(error, "%s: %s", path, reason.text);
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}
