#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "report/network.h"
#include "report/report.h"
#include "tools/scale/report.h"

#define FORMAT_VERSION 1

static json_t *number_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* Where the kernel does not tell, files are read as -1. */
static json_t *count_or_null(int64_t count) {
    return count >= 0 ? json_integer(count) : json_null();
}

static json_t *word_or_null(const char *word) {
    return word[0] != '\0' ? json_string(word) : json_null();
}

static json_t *estimate_json(const ScaleEstimate *estimate) {
    if (!isfinite(estimate->median))
        return json_null();
    return json_pack("{s:f, s:f, s:f}", "median", estimate->median, "low", estimate->low, "high",
                     estimate->high);
}

static json_t *integers_json(const int *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(values[i]));
    return array;
}

static json_t *settings_json(const ScaleReport *report) {
    const ScaleSettings *settings = report->settings;
    return json_pack(
        "{s:o, s:I, s:I, s:i, s:i, s:i, s:I, s:f}", "threads",
        integers_json(settings->threads, settings->thread_counts), "hash_mib",
        (json_int_t)settings->hash_mib, "movetime_ms", (json_int_t)settings->movetime_ms, "depth",
        settings->depth, "positions", report->positions, "repeats", settings->repeats, "memory_ms",
        (json_int_t)settings->memory_ms, "confidence", scale_confidence((size_t)settings->repeats));
}

static json_t *signature_json(const ScaleReport *report) {
    if (report->settings->signature_depth == 0)
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

static json_t *system_json(const ScaleSystem *system) {
    return json_pack(
        "{s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "kernel", word_or_null(system->kernel), "governor", word_or_null(system->governor),
        "transparent_pages", word_or_null(system->transparent_pages), "page_bytes",
        (json_int_t)system->page_bytes, "huge_pages", (json_int_t)system->huge_pages,
        "huge_pages_free", (json_int_t)system->huge_pages_free, "gigantic_pages",
        (json_int_t)system->gigantic_pages, "gigantic_pages_free",
        (json_int_t)system->gigantic_pages_free, "numa_balancing",
        count_or_null(system->numa_balancing), "boost", count_or_null(system->boost), "load",
        number_or_null(system->load), "busy", number_or_null(system->busy), "stolen",
        number_or_null(system->stolen), "slowest_khz", count_or_null(system->slowest_khz),
        "fastest_khz", count_or_null(system->fastest_khz), "limit_khz",
        count_or_null(system->limit_khz), "throttlings", count_or_null(system->throttlings));
}

static json_t *kinds_json(const size_t bytes[PAGE_KINDS]) {
    json_t *object = json_object();
    for (int i = 0; i < PAGE_KINDS; i++)
        json_object_set_new(object, memory_pages_name((PageKind)i),
                            json_integer((json_int_t)bytes[i]));
    return object;
}

static json_t *nodes_json(const MemoryResidency *memory) {
    json_t *object = json_object();
    for (int i = 0; i < NODE_SET_CAPACITY; i++) {
        char name[16];
        snprintf(name, sizeof(name), "%d", i);
        if (memory->by_node[i] > 0)
            json_object_set_new(object, name, json_integer((json_int_t)memory->by_node[i]));
    }
    return object;
}

/* What the kernel says of threads and table. */
static json_t *obtained_json(const PlacementReport *obtained) {
    if (obtained == NULL)
        return json_null();
    int planned = 0, as_planned = 0;
    for (int i = 0; i < obtained->thread_count; i++) {
        planned += obtained->threads[i].is_planned;
        as_planned += obtained->threads[i].is_planned && obtained->threads[i].is_as_planned;
    }
    const MemoryResidency *memory = &obtained->table.memory;
    bool pages = obtained->has_table && memory->pages_known;
    bool nodes = obtained->has_table && memory->nodes_known;
    return json_pack("{s:i, s:i, s:o, s:o}", "threads_to_bind", planned, "threads_bound",
                     as_planned, "table_pages", pages ? kinds_json(memory->by_kind) : json_null(),
                     "table_nodes", nodes ? nodes_json(memory) : json_null());
}

static json_t *runs_json(const ScaleCase *scale_case, int repeats) {
    json_t *array = json_array();
    for (int i = 0; i < repeats; i++) {
        const ScaleRun *run = &scale_case->runs[i];
        json_array_append_new(array,
                              json_pack("{s:o, s:o, s:o, s:o}", "nps", number_or_null(run->speed),
                                        "processor_share", number_or_null(run->processor_share),
                                        "time_to_depth_ms", number_or_null(run->depth_ms),
                                        "nodes_to_depth", number_or_null(run->depth_nodes)));
    }
    return array;
}

static json_t *case_json(const ScaleReport *report, const ScaleCase *scale_case) {
    const Plan *plan = scale_case->plan;
    return json_pack(
        "{s:s, s:s, s:s, s:i, s:s, s:o, s:i, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "policy", scale_case->policy_text, "placement", placement_name(scale_case->placement),
        "history_scope", history_scope_name(scale_case->scope), "threads", scale_case->threads,
        "binding", plan_binding_name(plan->binding), "memory_nodes",
        integers_json(plan->memory_nodes, plan->memory_node_count), "threads_started",
        scale_case->threads_started, "hash_mib", (json_int_t)scale_case->hash_mib, "obtained",
        obtained_json(scale_case->obtained), "nps", estimate_json(&scale_case->speed), "speedup",
        estimate_json(&scale_case->speedup), "efficiency", estimate_json(&scale_case->efficiency),
        "processor_share", estimate_json(&scale_case->processor_share), "time_to_depth_ms",
        estimate_json(&scale_case->depth_ms), "depth_speedup",
        estimate_json(&scale_case->depth_speedup), "nodes_to_depth",
        estimate_json(&scale_case->depth_nodes), "overhead", estimate_json(&scale_case->overhead),
        "runs", runs_json(scale_case, report->settings->repeats));
}

static json_t *shortfalls_json(unsigned shortfalls) {
    json_t *array = json_array();
    for (unsigned bit = 1; bit <= SHORTFALL_LAST; bit <<= 1) {
        if (shortfalls & bit)
            json_array_append_new(array, json_string(memory_shortfall_text((MemoryShortfall)bit)));
    }
    return array;
}

static json_t *memory_json(const ScaleMemory *memory) {
    return json_pack(
        "{s:s, s:i, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "pages", memory_pages_name(memory->pages),
        "threads", memory->threads, "bytes", (json_int_t)memory->bytes, "obtained",
        memory->pages_known ? kinds_json(memory->bytes_by_kind) : json_null(), "shortfalls",
        shortfalls_json(memory->shortfalls), "latency_ns", estimate_json(&memory->latency_ns),
        "reads_per_second", estimate_json(&memory->reads_per_second), "clear_bytes_per_second",
        estimate_json(&memory->clear_bytes_per_second), "touch_bytes_per_second",
        estimate_json(&memory->touch_bytes_per_second));
}

json_t *scale_report_json(const ScaleReport *report) {
    json_t *cases = json_array(), *memory = json_array(), *warnings = json_array();
    for (size_t i = 0; i < report->case_count; i++)
        json_array_append_new(cases, case_json(report, &report->cases[i]));
    for (size_t i = 0; i < report->memory_count; i++)
        json_array_append_new(memory, memory_json(&report->memory[i]));
    for (size_t i = 0; i < report->warning_count; i++)
        json_array_append_new(warnings, json_string(report->warnings[i]));
    bool complete = json_array_size(cases) == report->case_count &&
                    json_array_size(memory) == report->memory_count;
    json_t *root = report_create("quorum-scale", FORMAT_VERSION);
    json_t *own = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o, s:o}", "settings", settings_json(report),
        "signature", signature_json(report), "network", network_json(report->network_id),
        "topology", topology_json(report->machine), "system", system_json(&report->system),
        "seconds", report->seconds, "results", cases, "memory", memory, "warnings", warnings);
    if (!complete || root == NULL || own == NULL || json_object_update(root, own) != 0) {
        json_decref(root);
        root = NULL;
    }
    json_decref(own);
    return root;
}
