#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/processors.h"
#include "base/system.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/utf8.h"

char *report_processor(void) {
    char name[256];
    system_processor(name, sizeof name);
    return utf8_copy(text_trim(text_of(name)));
}

const char *report_build(void) {
    return QUORUM_BUILD_OPTIONS;
}

json_t *report_processors_json(void) {
    char *processor = report_processor();
    json_t *machine =
        json_pack("{s:s?, s:i}", "processor", processor, "processors", processors_allowed());
    free(processor);
    return machine;
}

static json_t *describe_machine(void) {
    char system[256];
    json_t *machine = report_processors_json();
    system_name(system, sizeof system);
    json_object_set_new(machine, "memory_mib", json_integer((json_int_t)(system_memory() >> 20)));
    json_object_set_new(machine, "system", json_string(system));
    return machine;
}

static void *allocate_or_end(size_t bytes) {
    void *memory = malloc(bytes);
    if (memory)
        return memory;
    fputs("quorum: not enough memory for JSON\n", stderr);
    exit(COMMAND_MISUSED);
}

bool report_has_json(const char *what, Reason *error) {
    return QUORUM_HAVE_JSON ||
           reason_set(error, "%s needs JSON, and this program was built without jansson", what);
}

bool report_check(const CommonArguments *wanted, const char *const *inputs, size_t count,
                  Reason *error) {
    json_set_alloc_funcs(allocate_or_end, free);
    return (!wanted->json || report_has_json("--json", error)) &&
           (!wanted->html || report_has_json("--html", error)) &&
           (!wanted->resume || report_has_json("--resume", error)) &&
           common_arguments_check(wanted, inputs, count, error);
}

static json_t *describe(const char *format, int format_version) {
    char date[sizeof("2026-01-01T00:00:00Z")] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return json_pack("{s:s, s:i, s:s, s:s, s:{s:s, s:s}, s:o, s:s}", "format", format,
                     "format_version", format_version, "program", "Quorum", "version",
                     QUORUM_VERSION, "build", "compiler", COMPILER_NAME, "options",
                     QUORUM_BUILD_OPTIONS, "machine", describe_machine(), "date", date);
}

json_t *report_join(const char *format, int format_version, json_t *own) {
    json_t *report = describe(format, format_version);
    if (!report || !own || json_object_update_missing(report, own) != 0) {
        json_decref(report);
        report = NULL;
    }
    json_decref(own);
    return report;
}

bool report_was_cut_short(const json_t *report) {
    return json_is_true(json_object_get(report, "cut_short"));
}

void report_mark_extent(json_t *report, ReportExtent extent) {
    const bool cut_short = report_is_cut_short(extent);
    json_object_set_new(report, "cut_short", json_boolean(cut_short));
    if (!cut_short)
        return;
    json_object_set_new(report, "done", json_integer((json_int_t)extent.done));
    json_object_set_new(report, "wanted", json_integer((json_int_t)extent.wanted));
}

void report_write_extent(ReportExtent extent, const char *what, FILE *file) {
    if (report_is_cut_short(extent))
        fprintf(file, "Cut short by a signal: %zu of %zu %s are done\n", extent.done, extent.wanted,
                what);
}

bool report_load(const char *path, json_t **report, Reason *error) {
    json_error_t reason = {.line = 0};
    *report = json_load_file(path, 0, &reason);
    return *report ||
           (reason.line > 0 ? reason_set(error, "%s:%d: %s", path, reason.line, reason.text)
                            : reason_set(error, "%s: %s", path, reason.text));
}

const char *report_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

void report_end_subtitle(const json_t *report, HtmlPage *page) {
    html_subtitle(page, "%s %s", report_text(report, "program"), report_text(report, "version"));
    if (json_is_string(json_object_get(report, "network")))
        html_subtitle(page, "network %.8s", report_network(report));
    html_subtitle(page, "%s", report_text(json_object_get(report, "machine"), "processor"));
    html_subtitle(page, "%.10s", report_text(report, "date"));
    html_subtitle_end(page);
    if (report_was_cut_short(report))
        html_headline(page, "Cut short by a signal: %lld of %lld are done.",
                      (long long)json_integer_value(json_object_get(report, "done")),
                      (long long)json_integer_value(json_object_get(report, "wanted")));
}

void report_end_facts(const json_t *report, HtmlPage *page) {
    const json_t *machine = json_object_get(report, "machine");
    const json_t *build = json_object_get(report, "build");
    html_fact(page, "Program", "%s %s", report_text(report, "program"),
              report_text(report, "version"));
    html_fact(page, "Date", "%s", report_text(report, "date"));
    html_fact(page, "Processor", "%s", report_text(machine, "processor"));
    html_fact(page, "Processors, memory", "%lld, %lld MiB",
              (long long)json_integer_value(json_object_get(machine, "processors")),
              (long long)json_integer_value(json_object_get(machine, "memory_mib")));
    html_fact(page, "System", "%s", report_text(machine, "system"));
    html_fact(page, "Compiler", "%s", report_text(build, "compiler"));
    html_fact(page, "Build", "%s", report_text(build, "options"));
    html_facts_end(page);
}

/* In an output. NULL means that there was no memory for it. On false error (a line) says why. */
static bool save_json(const json_t *report, const char *path, Reason *error) {
    Output output;
    /* Before the file is begun: this may end the process. */
    char *text = report ? json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) : NULL;
    if (!text)
        reason_set(error, "%s: not enough memory for the report", path);
    const bool opened = text && output_open(&output, path, error);
    if (opened)
        fprintf(output.stream, "%s\n", text);
    free(text);
    return opened && output_close(&output, error);
}

int report_save(const char *command, const CommonArguments *wanted, Report report) {
    Reason error;
    int code = COMMAND_OK;
    if (wanted->json && !save_json(report.json, wanted->json, &error))
        code = command_misused(command, error.text);
    if (wanted->csv && !table_save_csv(report.rows, report.cut_short, wanted->csv, &error))
        code = command_misused(command, error.text);
    if (wanted->html) {
        HtmlPage page;
        report.page(report.subject, report.json, &page);
        if (!html_save(&page, wanted->html, &error))
            code = command_misused(command, error.text);
    }
    json_decref(report.json);
    return code;
}

json_t *report_index(int index) {
    return index >= 0 ? json_integer(index) : json_null();
}

json_t *report_integers(const int *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(values[i]));
    if (json_array_size(array) == (size_t)count)
        return array;
    json_decref(array);
    return NULL;
}

json_t *report_warnings(const Warnings *warnings) {
    json_t *array = json_array();
    for (int i = 0; i < warnings->count; i++)
        json_array_append_new(array, json_string(warnings->texts[i]));
    return array;
}

json_t *report_milliseconds(int64_t microseconds) {
    return microseconds < 0 ? json_null() : json_real((double)microseconds / 1000);
}

json_t *report_network_json(uint64_t id) {
    return json_sprintf("%016" PRIx64, id);
}

const char *report_network(const json_t *report) {
    const json_t *network = json_object_get(report, "network");
    return json_is_string(network) ? json_string_value(network) : "not told";
}

json_t *report_pages(const size_t by_kind[PAGE_KINDS], bool known) {
    json_t *pages = known ? json_object() : json_null();
    for (int kind = 0; kind < PAGE_KINDS && known; kind++)
        json_object_set_new(pages, memory_pages_name((PageKind)kind),
                            json_integer((json_int_t)by_kind[kind]));
    return pages;
}

json_t *report_memory_nodes(const MemoryResidency *memory) {
    json_t *nodes = memory->nodes_known ? json_object() : json_null();
    for (int node = 0; node < NODE_SET_CAPACITY && memory->nodes_known; node++) {
        char name[16];
        snprintf(name, sizeof name, "%d", node);
        if (memory->by_node[node] > 0)
            json_object_set_new(nodes, name, json_integer((json_int_t)memory->by_node[node]));
    }
    return nodes;
}
