#include "report/network.h"

#include <inttypes.h>

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
