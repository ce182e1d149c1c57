#include <stddef.h>

#include "report/report.h"
#include "tools/scale/report.h"

#define GIB (1024.0 * 1024 * 1024)

static void read_placement(const void *row, TableValue *value) {
    table_set_text(value, placement_name(((const ScaleCase *)row)->placement));
}

static void read_scope(const void *row, TableValue *value) {
    table_set_text(value, history_scope_name(((const ScaleCase *)row)->scope));
}

static void read_binding(const void *row, TableValue *value) {
    table_set_text(value, plan_binding_name(((const ScaleCase *)row)->plan->binding));
}

static void read_memory_nodes(const void *row, TableValue *value) {
    const Plan *plan = ((const ScaleCase *)row)->plan;
    table_set_json(value, report_integers(plan->memory_nodes, plan->memory_node_count));
}

static void read_obtained(const void *row, TableValue *value) {
    if (((const ScaleCase *)row)->obtained)
        table_set_json(value, json_incref(((const ScaleCase *)row)->obtained));
}

static const Column RUN_COLUMNS[] = {
#define MEASURE(name, key) {key, .views = TABLE_JSON, MEMBER(ScaleRun, name)},
    SCALE_MEASURES(MEASURE)
#undef MEASURE
};

json_t *scale_run_json(const ScaleRun *run) {
    return table_row_json(TABLE(RUN_COLUMNS, run, 1), TABLE_JSON, run);
}

static void read_runs(const void *row, TableValue *value) {
    const ScaleCase *scale_case = row;
    table_set_json(value,
                   table_json(TABLE(RUN_COLUMNS, scale_case->runs, (size_t)scale_case->repeats)));
}

#define PAGE_BOTH (SCALE_PAGE_SPEED | SCALE_PAGE_DEPTH)

static const Column CASE_COLUMNS[] = {
    {NULL, "place", "Place", PAGE_BOTH | SCALE_COMPARISON, MEMBER(ScaleCase, place),
     .style = HTML_NAME},
    {"engine", .views = TABLE_DATA, MEMBER(ScaleCase, guest_name)},
    {"policy", .views = TABLE_DATA, MEMBER(ScaleCase, policy_text)},
    {"placement", .views = TABLE_DATA, .read = read_placement},
    {"history_scope", .views = TABLE_DATA, .read = read_scope},
    {"threads", "threads", "Threads", TABLE_DATA | TABLE_TEXT | PAGE_BOTH | SCALE_COMPARISON,
     MEMBER(ScaleCase, threads)},
    {"binding", "bound to", "Bound to", TABLE_DATA | SCALE_PAGE_SPEED, .read = read_binding},
#define FIGURE(name, value, ...)                                                                   \
    {__VA_ARGS__, .kind = TABLE_ESTIMATE, .offset = offsetof(ScaleCase, figures[SCALE_##name])},
    SCALE_FIGURES(FIGURE)
#undef FIGURE
        {NULL, "bound to", .views = TABLE_TEXT, .read = read_binding},
    {"memory_nodes", .views = TABLE_JSON, .read = read_memory_nodes},
    {"threads_started", .views = TABLE_JSON, MEMBER(ScaleCase, threads_started)},
    {"hash_mib", .views = TABLE_JSON, MEMBER(ScaleCase, hash_mib)},
    {"obtained", .views = TABLE_JSON, .read = read_obtained},
    {"runs", .views = TABLE_JSON, .read = read_runs},
};

Table scale_case_table(const ScaleReport *report) {
    return TABLE(CASE_COLUMNS, report->cases, report->case_count);
}

Table scale_comparison_table(const ScaleReport *report) {
    const size_t counts = (size_t)report->settings->thread_counts;
    return TABLE(CASE_COLUMNS, report->cases + counts, report->case_count - counts);
}

static void read_pages(const void *row, TableValue *value) {
    table_set_text(value, memory_pages_name(((const ScaleMemory *)row)->pages));
}

static void read_pages_obtained(const void *row, TableValue *value) {
    const ScaleMemory *memory = row;
    table_set_json(value, report_pages(memory->bytes_by_kind, memory->pages_known));
}

static void read_shortfalls(const void *row, TableValue *value) {
    table_set_json(value, json_array());
    for (unsigned bit = 1; bit <= SHORTFALL_LAST; bit <<= 1) {
        if (((const ScaleMemory *)row)->shortfalls & bit)
            json_array_append_new(value->json,
                                  json_string(memory_shortfall_text((MemoryShortfall)bit)));
    }
}

#define PEOPLE (TABLE_TEXT | TABLE_PAGE)
#define SHOWN  (TABLE_JSON | PEOPLE)

static const Column MEMORY_COLUMNS[] = {
    {"pages", "largest pages", "Largest pages", SHOWN, .read = read_pages},
    {"threads", "threads", "Threads", SHOWN, MEMBER(ScaleMemory, threads)},
    {"bytes", .views = TABLE_JSON, MEMBER(ScaleMemory, bytes)},
    {"obtained", .views = TABLE_JSON, .read = read_pages_obtained},
    {"shortfalls", .views = TABLE_JSON, .read = read_shortfalls},
    {"latency_ns", "ns/read", "ns a random read", SHOWN, PEOPLE, MEMBER(ScaleMemory, latency_ns),
     .decimals = 1},
    {"reads_per_second", "Mreads/s", "Million reads/s", SHOWN,
     MEMBER(ScaleMemory, reads_per_second), .decimals = 1, .factor = 1e-6},
    {"clear_bytes_per_second", "clear GiB/s", "Clear, GiB/s", SHOWN,
     MEMBER(ScaleMemory, clear_bytes_per_second), .decimals = 2, .factor = 1 / GIB},
    {"touch_bytes_per_second", "touch GiB/s", "First touch, GiB/s", SHOWN,
     MEMBER(ScaleMemory, touch_bytes_per_second), .decimals = 2, .factor = 1 / GIB},
};

Table scale_memory_table(const ScaleReport *report) {
    return TABLE(MEMORY_COLUMNS, report->memory, report->memory_count);
}
