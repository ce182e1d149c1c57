#include "tools/speedtest/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/version.h"
#include "guest/guest_json.h"
#include "report/report.h"
#include "report/table.h"
#include "tools/speedtest/summary.h"

#define LINE_SIZE       256
#define WORKERS_PER_ROW 8
#define HEADING_WIDTH   16

/* Lines of text before the measurement, and those after it, in the order of the columns. */
enum { SETUP = TABLE_OWN, RESULT = 2 * TABLE_OWN };

/* What the columns are read from. */
typedef struct Findings {
    SpeedtestOptions options; /* as obtained, once there is a result */
    const SpeedtestSignature *signature;
    const SpeedtestResult *result;
    SpeedtestSummary summary;
} Findings;

static PRINTF_LIKE(2, 3) void write_line(const SpeedtestWriter *writer, const char *format, ...) {
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    writer->write_line(writer->context, line);
}

/* Where what is known of this program means nothing. */
static bool is_of_guest(const void *findings) {
    return ((const Findings *)findings)->options.guest;
}

static void read_program(const void *row, TableValue *value) {
    if (is_of_guest(row))
        return;
    table_format_text(value, "Quorum " QUORUM_VERSION ", %s", COMPILER_NAME);
}

static void read_build(const void *row, TableValue *value) {
    if (is_of_guest(row))
        return;
    table_set_text(value, report_build());
}

static void read_signature_text(const void *row, TableValue *value) {
    const SpeedtestSignature *signature = ((const Findings *)row)->signature;
    if (is_of_guest(row))
        return;
    table_format_text(value, "search %" PRIu64 ", program %016" PRIx64 ", network %016" PRIx64,
                      signature->nodes, signature->program, signature->network_id);
}

json_t *speedtest_signature_json(const SpeedtestSignature *signature) {
    return json_pack("{s:I, s:o, s:o}", "search", (json_int_t)signature->nodes, "program",
                     report_network_json(signature->program), "network",
                     report_network_json(signature->network_id));
}

static void read_signature(const void *row, TableValue *value) {
    if (!is_of_guest(row))
        table_set_json(value, speedtest_signature_json(((const Findings *)row)->signature));
}

static void read_processor(const void *row, TableValue *value) {
    (void)row;
    char *processor = report_processor();
    table_format_text(value, "%s", processor ? processor : "");
    free(processor);
}

static void read_time(const void *row, TableValue *value) {
    table_format_text(value, "%d in %d rounds, after a tenth of it to warm up",
                      ((const Findings *)row)->options.seconds, SPEEDTEST_ROUNDS);
}

static void read_extent(const void *row, TableValue *value) {
    const ReportExtent extent = ((const Findings *)row)->result->extent;
    if (report_is_cut_short(extent))
        table_format_text(value, "by a signal, %zu of %zu games are done", extent.done,
                          extent.wanted);
}

static void read_total_ms(const void *row, TableValue *value) {
    value->kind = TABLE_INTEGER;
    value->integer = ((const Findings *)row)->result->total_us / 1000;
}

static void read_processor_time(const void *row, TableValue *value) {
    const Findings *report = row;
    if (!isfinite(report->summary.processor_share))
        return;
    table_format_text(value, "%.1f %% of what %d %s can have, %.0f nodes/second",
                      report->summary.processor_share, report->options.threads,
                      format_plural(report->options.threads, "thread", "threads"),
                      report->summary.processor_speed);
}

static void read_spread_text(const void *row, TableValue *value) {
    const SpeedtestSummary *summary = &((const Findings *)row)->summary;
    if (!isfinite(summary->deviation))
        return;
    table_format_text(
        value,
        "%.2f %% standard deviation of the rounds, %.0f to %.0f; the mean is known to %.2f %%",
        summary->deviation, summary->slowest, summary->fastest, summary->margin);
}

static const Column SPREAD_COLUMNS[] = {
    {"slowest", .views = TABLE_JSON, MEMBER(SpeedtestSummary, slowest)},
    {"fastest", .views = TABLE_JSON, MEMBER(SpeedtestSummary, fastest)},
    {"deviation_percent", .views = TABLE_JSON, MEMBER(SpeedtestSummary, deviation)},
    {"margin_percent", .views = TABLE_JSON, MEMBER(SpeedtestSummary, margin)},
};

static void read_spread(const void *row, TableValue *value) {
    const SpeedtestSummary *summary = &((const Findings *)row)->summary;
    table_set_json(value, table_row_json(TABLE(SPREAD_COLUMNS, summary, 1), TABLE_JSON, summary));
}

static json_t *residency_json(const MemoryResidency *memory) {
    return json_pack("{s:o, s:o}", "bytes_by_page",
                     report_pages(memory->by_kind, memory->pages_known), "bytes_by_node",
                     report_memory_nodes(memory));
}

static void read_placement(const void *row, TableValue *value) {
    const PlacementReport *placement = ((const Findings *)row)->result->placement;
    if (!placement)
        return;
    MemoryResidency workers, networks;
    speedtest_add_memory(placement, &workers, &networks);
    json_t *table = placement->has_table ? residency_json(&placement->table.memory) : json_null();
    json_t *quota =
        placement->quota_milli > 0 ? json_real((double)placement->quota_milli / 1000) : json_null();
    table_set_json(value, json_pack("{s:s, s:o, s:o, s:o, s:o}", "binding",
                                    plan_binding_name(placement->binding), "quota", quota, "table",
                                    table, "workers", residency_json(&workers), "network",
                                    residency_json(&networks)));
}

static void read_rounds(const void *row, TableValue *value) {
    const Findings *report = row;
    table_set_json(value, json_array());
    for (int i = 0; i < SPEEDTEST_ROUNDS; i++) {
        if (!isfinite(report->summary.round_speeds[i]))
            continue;
        json_t *games = json_array();
        for (int game = 0; game < SPEEDTEST_GAMES; game++) {
            const SpeedtestMeasure *measure = &report->result->measures[i][game];
            if (!measure->is_done)
                continue;
            json_array_append_new(
                games, json_pack("{s:s, s:I, s:o, s:f}", "game", SPEEDTEST_GAME_LIST[game].title,
                                 "nodes", (json_int_t)measure->nodes, "ms",
                                 report_milliseconds(measure->elapsed_us), "nps",
                                 speedtest_speed(measure->nodes, measure->elapsed_us)));
        }
        json_array_append_new(
            value->json,
            json_pack("{s:f, s:o}", "nps", report->summary.round_speeds[i], "games", games));
    }
}

static void read_by_node(const void *row, TableValue *value) {
    const SpeedtestResult *result = ((const Findings *)row)->result;
    table_set_json(value, json_array());
    for (int node = 0; !is_of_guest(row) && node < NODE_SET_CAPACITY; node++) {
        int workers;
        uint64_t count = speedtest_node_sum(result, node, &workers);
        if (workers > 0)
            json_array_append_new(value->json,
                                  json_pack("{s:i, s:i, s:I, s:f}", "node", node, "workers",
                                            workers, "nodes", (json_int_t)count, "nps",
                                            speedtest_speed(count, result->total_us)));
    }
}

static void read_workers(const void *row, TableValue *value) {
    const SpeedtestResult *result = ((const Findings *)row)->result;
    table_set_json(value, json_array());
    for (int i = 0; !is_of_guest(row) && i < result->options.threads; i++)
        json_array_append_new(
            value->json, json_pack("{s:i, s:I, s:f}", "node", result->worker_homes[i], "nodes",
                                   (json_int_t)result->worker_nodes[i], "nps",
                                   speedtest_speed(result->worker_nodes[i], result->total_us)));
}

#define TIME(member) MEMBER_TIME(SpeedtestResult, member), .pointer = offsetof(Findings, result)

static void read_engine_text(const void *row, TableValue *value) {
    table_set_text(value, ((const Findings *)row)->options.guest_name);
}

static void read_engine(const void *row, TableValue *value) {
    const SpeedtestOptions *options = &((const Findings *)row)->options;
    table_set_json(value, guest_json(options->guest, options->guest_name));
}

static void read_faults(const void *row, TableValue *value) {
    const Findings *report = row;
    if (report->result->faults == 0)
        return;
    value->kind = TABLE_INTEGER;
    value->integer = report->result->faults;
}

static const Column COLUMNS[] = {
    {NULL, "Engine", .views = SETUP, .read = read_engine_text},
    {"engine", .views = TABLE_JSON, .read = read_engine},
    {NULL, "Program", .views = SETUP, .read = read_program},
    {NULL, "Built with", .views = SETUP, .read = read_build},
    {NULL, "Signature", .views = SETUP, .read = read_signature_text},
    {NULL, "Processor", .views = SETUP, .read = read_processor},
    {"signature", .views = TABLE_JSON, .read = read_signature},
    {"threads", "Threads", .views = SETUP | TABLE_JSON, MEMBER(Findings, options.threads)},
    {"hash_mib", "Hash (MiB)", .views = SETUP | TABLE_JSON, MEMBER(Findings, options.hash_mib)},
    {"seconds", .views = TABLE_JSON, MEMBER(Findings, options.seconds)},
    {NULL, "Time (s)", .views = SETUP, .read = read_time},
    {"warm_up_ms", .views = TABLE_JSON, TIME(warm_up_us)},
    {"total_ms", .views = TABLE_JSON, TIME(total_us)},
    {NULL, "Cut short", .views = RESULT, .read = read_extent},
    {NULL, "Total time (ms)", .views = RESULT, .read = read_total_ms},
    {NULL, "Processor time", .views = RESULT, .read = read_processor_time},
    {"processor_percent", .views = TABLE_JSON, MEMBER(Findings, summary.processor_share)},
    {"processor_nps", .views = TABLE_JSON, MEMBER(Findings, summary.processor_speed)},
    {"nodes", "Nodes searched", .views = RESULT | TABLE_JSON, MEMBER(Findings, summary.nodes)},
    {"failed_searches", "Failed searches", .views = RESULT | TABLE_JSON, .read = read_faults},
    {NULL, "Spread", .views = RESULT, .read = read_spread_text},
    {"nps", "Nodes/second", .views = RESULT | TABLE_JSON, MEMBER(Findings, summary.speed)},
    {"spread", .views = TABLE_JSON, .read = read_spread},
    {"placement", .views = TABLE_JSON, .read = read_placement},
    {"rounds", .views = TABLE_JSON, .read = read_rounds},
    {"by_node", .views = TABLE_JSON, .read = read_by_node},
    {"workers", .views = TABLE_JSON, .read = read_workers},
};

void speedtest_report_write_setup(const SpeedtestWriter *writer, const SpeedtestOptions *options,
                                  const SpeedtestSignature *signature) {
    const Findings report = {.options = *options, .signature = signature};
    table_tell_facts(TABLE(COLUMNS, &report, 1), SETUP, HEADING_WIDTH, writer->write_line,
                     writer->context);
}

/* Where a block lies, in one line. */
static void write_residency(const SpeedtestWriter *writer, const char *title,
                            const MemoryResidency *memory) {
    char text[LINE_SIZE] = "";
    size_t length = 0;
    for (int kind = PAGE_KINDS - 1; kind >= 0 && memory->pages_known; kind--) {
        if (memory->by_kind[kind] > 0)
            format_append(text, sizeof text, &length, "%s%.1f MiB on %s pages",
                          length > 0 ? ", " : "", (double)memory->by_kind[kind] / 1048576,
                          memory_pages_name((PageKind)kind));
    }
    for (int node = 0; node < NODE_SET_CAPACITY && memory->nodes_known; node++) {
        if (memory->by_node[node] > 0)
            format_append(text, sizeof text, &length, "%s%.1f MiB on node %d",
                          length > 0 ? ", " : "", (double)memory->by_node[node] / 1048576, node);
    }
    write_line(writer, "%-16s : %s", title, length > 0 ? text : "the kernel does not tell");
}

static void write_placement(const SpeedtestWriter *writer, const PlacementReport *placement) {
    if (!placement)
        return;
    write_line(writer, "Threads obtained : %d, bound to %s", placement->thread_count,
               plan_binding_name(placement->binding));
    if (placement->quota_milli > 0)
        write_line(writer, "CPU quota        : the time of %.2f processors",
                   (double)placement->quota_milli / 1000);
    if (placement->has_table)
        write_residency(writer, "Table lies", &placement->table.memory);
    MemoryResidency workers, networks;
    speedtest_add_memory(placement, &workers, &networks);
    write_residency(writer, "Workers lie", &workers);
    write_residency(writer, "Network lies", &networks);
}

static void write_nodes(const SpeedtestWriter *writer, const SpeedtestResult *result) {
    if (result->options.guest)
        return;
    for (int node = -1; node < NODE_SET_CAPACITY; node++) {
        int workers;
        uint64_t nodes = speedtest_node_sum(result, node, &workers);
        double speed = speedtest_speed(nodes, result->total_us);
        const char *noun = format_plural(workers, "worker", "workers");
        if (workers > 0 && node >= 0)
            write_line(writer, "Node %-11d : %.0f by %d %s", node, speed, workers, noun);
        else if (workers > 0)
            write_line(writer, "Any node         : %.0f by %d %s that %s not bound", speed, workers,
                       noun, format_plural(workers, "is", "are"));
    }
}

static void write_workers(const SpeedtestWriter *writer, const SpeedtestResult *result) {
    int threads = result->options.guest ? 0 : result->options.threads;
    for (int first = 0; first < threads; first += WORKERS_PER_ROW) {
        char text[LINE_SIZE] = "";
        size_t length = 0;
        for (int i = first; i < threads && i < first + WORKERS_PER_ROW; i++)
            format_append(text, sizeof text, &length, "%s%.0f", length > 0 ? ", " : "",
                          speedtest_speed(result->worker_nodes[i], result->total_us));
        write_line(writer, "Worker %-9d : %s", first + 1, text);
    }
}

static Findings report_of(const SpeedtestResult *result, const SpeedtestSignature *signature) {
    return (Findings){.options = result->options,
                      .signature = signature,
                      .result = result,
                      .summary = speedtest_summarize(result)};
}

void speedtest_report_write_result(const SpeedtestWriter *writer, const SpeedtestResult *result) {
    const Findings report = report_of(result, NULL);
    write_placement(writer, result->placement);
    write_line(writer, result->options.guest ? "Nodes/second by game and round"
                                             : "Nodes/second by game, round, node and worker");
    for (int i = 0; i < SPEEDTEST_GAMES; i++) {
        if (isfinite(report.summary.game_speeds[i]))
            write_line(writer, "%-16s : %.0f", SPEEDTEST_GAME_LIST[i].title,
                       report.summary.game_speeds[i]);
    }
    for (int i = 0; i < SPEEDTEST_ROUNDS; i++) {
        if (isfinite(report.summary.round_speeds[i]))
            write_line(writer, "Round %-10d : %.0f", i + 1, report.summary.round_speeds[i]);
    }
    write_nodes(writer, result);
    write_workers(writer, result);
    table_tell_facts(TABLE(COLUMNS, &report, 1), RESULT, HEADING_WIDTH, writer->write_line,
                     writer->context);
}

json_t *speedtest_report_json(const SpeedtestResult *result, const SpeedtestSignature *signature) {
    const Findings report = report_of(result, signature);
    json_t *own = table_row_json(TABLE(COLUMNS, &report, 1), TABLE_JSON, &report);
    report_mark_extent(own, result->extent);
    return report_join("quorum-speedtest", 1, own);
}
