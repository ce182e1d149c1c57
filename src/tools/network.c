#include "tools/network.h"

#include <inttypes.h>
#include <stdio.h>

Engine *network_holder(const char *path, char *error, size_t error_size) {
    char reason[256];
    Engine *engine = engine_create();
    if (engine == NULL) {
        snprintf(error, error_size, "not enough memory");
        return NULL;
    }
    if (path != NULL && !engine_load_network(engine, path, reason, sizeof(reason))) {
        snprintf(error, error_size, "--" NETWORK_OPTION_NAME " %s: %s", path, reason);
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

json_t *network_json(uint64_t id) {
    return json_sprintf("%016" PRIx64, id);
}

const char *network_of_report(const json_t *report) {
    const json_t *network = json_object_get(report, "network");
    return json_is_string(network) ? json_string_value(network) : "not told";
}

void network_add_fact(HtmlPage *page, uint64_t id) {
    html_fact(page, "Network", "%016" PRIx64, id);
}
