#include "guest/guest_json.h"
#include "report/report.h"
#include "tools/scale/report.h"

#define FORMAT_VERSION 1

json_t *scale_settings_json(const ScaleReport *report) {
    const ScaleSettings *settings = report->settings;
    return json_pack("{s:o, s:I, s:I, s:i, s:i, s:I}", "threads",
                     report_integers(settings->threads, settings->thread_counts), "hash_mib",
                     (json_int_t)settings->hash_mib, "movetime_ms",
                     (json_int_t)settings->movetime_ms, "depth", settings->depth, "positions",
                     report->positions, "memory_ms", (json_int_t)settings->memory_ms);
}

/* With what may differ between sessions of a run. */
static json_t *all_settings_json(const ScaleReport *report) {
    json_t *settings = scale_settings_json(report);
    json_object_set_new(settings, "repeats", json_integer(report->settings->repeats));
    json_object_set_new(settings, "confidence", json_real(report->confidence));
    return settings;
}

static json_t *signature_json(const ScaleReport *report) {
    if (report->signature == 0)
        return json_null();
    return json_pack("{s:i, s:I}", "depth", report->settings->signature_depth, "nodes",
                     (json_int_t)report->signature);
}

static json_t *topology_json(const Machine *machine) {
    json_t *nodes = json_array();
    for (int i = 0; i < machine->node_count; i++) {
        const MachineNode *node = &machine->nodes[i];
        json_array_append_new(
            nodes, json_pack("{s:i, s:o, s:i}", "node", node->os_index, "memory_bytes",
                             machine->memory_known ? json_integer((json_int_t)node->memory_bytes)
                                                   : json_null(),
                             "processors", node->pu_count));
    }
    int usable = 0;
    for (int i = 0; i < machine->pu_count; i++)
        usable += machine->pus[i].allowed;
    json_t *quota =
        machine->quota_milli > 0 ? json_real((double)machine->quota_milli / 1000) : json_null();
    return json_pack("{s:i, s:o, s:i, s:i, s:i, s:i, s:i, s:o}", "packages", machine->package_count,
                     "nodes", nodes, "l3_groups", machine->l3_count, "cores", machine->core_count,
                     "kinds", machine->kind_count, "processors", machine->pu_count, "usable",
                     usable, "quota", quota);
}

/* -1 where the kernel does not tell. */
#define SYSTEM(member)                                                                             \
    { #member, .views = TABLE_JSON, MEMBER(ScaleSystem, member), .none_below_zero = true }
#define SYSTEM_WORD(member)                                                                        \
    { #member, .views = TABLE_JSON, MEMBER_WORD(ScaleSystem, member) }

static const Column SYSTEM_COLUMNS[] = {
    SYSTEM_WORD(kernel),
    SYSTEM_WORD(governor),
    SYSTEM_WORD(transparent_pages),
    SYSTEM(page_bytes),
    SYSTEM(huge_pages),
    SYSTEM(huge_pages_free),
    SYSTEM(gigantic_pages),
    SYSTEM(gigantic_pages_free),
    SYSTEM(numa_balancing),
    SYSTEM(boost),
    SYSTEM(load),
    SYSTEM(busy),
    SYSTEM(stolen),
    SYSTEM(slowest_khz),
    SYSTEM(fastest_khz),
    SYSTEM(limit_khz),
    SYSTEM(throttlings),
};

json_t *scale_engines_json(const GuestList *guests) {
    json_t *engines = json_array();
    for (int i = 0; i < guests->count; i++)
        json_array_append_new(engines, guest_json(&guests->wishes[i], guests->names[i]));
    return engines;
}

json_t *scale_report_json(const ScaleReport *report) {
    json_t *own = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o, s:o}", "engines",
        scale_engines_json(report->settings->guests), "settings", all_settings_json(report),
        "signature", signature_json(report), "network",
        report->settings->guests->count > 0 ? json_null() : report_network_json(report->network_id),
        "topology", topology_json(report->machine), "system",
        table_row_json(TABLE(SYSTEM_COLUMNS, &report->system, 1), TABLE_JSON, &report->system),
        "seconds", report->seconds, "results", table_json(scale_case_table(report)), "memory",
        table_json(scale_memory_table(report)), "warnings", report_warnings(&report->warnings));
    report_mark_extent(own, report->extent);
    return report_join("quorum-scale", FORMAT_VERSION, own);
}
