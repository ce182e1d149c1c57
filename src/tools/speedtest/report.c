#include "tools/speedtest/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "report/report.h"
#include "tools/speedtest/summary.h"

#define LINE_SIZE       256
#define WORKERS_PER_ROW 8

__attribute__((format(printf, 2, 3))) static void write_line(const SpeedtestWriter *writer,
                                                             const char *format, ...) {
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    writer->write_line(writer->context, line);
}

static const char *member(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

void speedtest_report_write_setup(const SpeedtestWriter *writer, const SpeedtestOptions *options,
                                  const SpeedtestSignature *signature) {
    json_t *facts = report_create("quorum-speedtest", 1);
    const json_t *build = json_object_get(facts, "build");
    write_line(writer, "Program          : Quorum %s, %s", member(facts, "version"),
               member(build, "compiler"));
    write_line(writer, "Built with       : %s", member(build, "options"));
    write_line(writer,
               "Signature        : search %" PRIu64 ", program %016" PRIx64 ", network %016" PRIx64,
               signature->nodes, signature->program, signature->network_id);
    write_line(writer, "Processor        : %s",
               member(json_object_get(facts, "machine"), "processor"));
    write_line(writer, "Threads          : %d", options->threads);
    write_line(writer, "Hash (MiB)       : %zu", options->hash_mib);
    write_line(writer, "Time (s)         : %d in %d rounds, after a tenth of it to warm up",
               options->seconds, SPEEDTEST_ROUNDS);
    json_decref(facts);
}

/* Joins pieces of text with commas, as far as there is room. */
__attribute__((format(printf, 3, 4))) static void append(char text[LINE_SIZE], size_t *length,
                                                         const char *format, ...) {
    const char *separator = *length > 0 ? ", " : "";
    int written = snprintf(text + *length, LINE_SIZE - *length, "%s", separator);
    *length += (size_t)written;
    if (*length >= LINE_SIZE)
        *length = LINE_SIZE - 1;
    va_list arguments;
    va_start(arguments, format);
    written = vsnprintf(text + *length, LINE_SIZE - *length, format, arguments);
    va_end(arguments);
    *length += (size_t)written;
    if (*length >= LINE_SIZE)
        *length = LINE_SIZE - 1;
}

/* Where a block lies, in one line. */
static void write_residency(const SpeedtestWriter *writer, const char *title,
                            const MemoryResidency *memory) {
    char text[LINE_SIZE] = "";
    size_t length = 0;
    for (int kind = PAGE_KINDS - 1; kind >= 0 && memory->pages_known; kind--) {
        if (memory->by_kind[kind] > 0)
            append(text, &length, "%.1f MiB on %s pages", (double)memory->by_kind[kind] / 1048576,
                   memory_pages_name((PageKind)kind));
    }
    for (int node = 0; node < NODE_SET_CAPACITY && memory->nodes_known; node++) {
        if (memory->by_node[node] > 0)
            append(text, &length, "%.1f MiB on node %d", (double)memory->by_node[node] / 1048576,
                   node);
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
    MemoryResidency workers = speedtest_workers_residency(placement);
    write_residency(writer, "Workers lie", &workers);
    MemoryResidency networks = speedtest_networks_residency(placement);
    write_residency(writer, "Network lies", &networks);
}

static void write_nodes(const SpeedtestWriter *writer, const SpeedtestResult *result) {
    for (int node = -1; node < NODE_SET_CAPACITY; node++) {
        int workers;
        uint64_t nodes = speedtest_node_sum(result, node, &workers);
        double speed = speedtest_speed(nodes, result->total_us);
        if (workers > 0 && node >= 0)
            write_line(writer, "Node %-11d : %.0f by %d workers", node, speed, workers);
        else if (workers > 0)
            write_line(writer, "Any node         : %.0f by %d workers that are not bound", speed,
                       workers);
    }
}

static void write_workers(const SpeedtestWriter *writer, const SpeedtestResult *result) {
    int threads = result->options.threads;
    for (int first = 0; first < threads; first += WORKERS_PER_ROW) {
        char text[LINE_SIZE] = "";
        size_t length = 0;
        for (int i = first; i < threads && i < first + WORKERS_PER_ROW; i++)
            append(text, &length, "%.0f",
                   speedtest_speed(result->worker_nodes[i], result->total_us));
        write_line(writer, "Worker %-9d : %s", first, text);
    }
}

void speedtest_report_write_result(const SpeedtestWriter *writer, const SpeedtestResult *result) {
    SpeedtestSummary summary = speedtest_summarize(result);
    write_placement(writer, result->placement);
    write_line(writer, "Nodes/second by game, round, node and worker");
    for (int i = 0; i < SPEEDTEST_GAMES; i++)
        write_line(writer, "%-16s : %.0f", SPEEDTEST_GAME_LIST[i].title, summary.game_speeds[i]);
    for (int i = 0; i < SPEEDTEST_ROUNDS; i++)
        write_line(writer, "Round %-10d : %.0f", i + 1, summary.round_speeds[i]);
    write_nodes(writer, result);
    write_workers(writer, result);
    write_line(writer, "Total time (ms)  : %" PRId64, result->total_us / 1000);
    write_line(writer, "Processor time   : %.1f %% of what %d threads can have, %.0f nodes/second",
               summary.processor_share, result->options.threads, summary.processor_speed);
    write_line(writer, "Nodes searched   : %" PRIu64, summary.nodes);
    write_line(
        writer,
        "Spread           : %.2f %% standard deviation of the rounds, %.0f to %.0f; the mean "
        "is known to %.2f %%",
        summary.deviation, summary.slowest, summary.fastest, summary.margin);
    write_line(writer, "Nodes/second     : %.0f", summary.speed);
}
