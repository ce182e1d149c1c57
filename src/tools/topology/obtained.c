#include "tools/topology/obtained.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/format.h"
#include "machine/thread_binding.h"
#include "report/report.h"

/* Processors that this process may run on, in an array to free; NULL if the kernel does not tell.
 */
static int *read_affinity(int *count) {
    *count = binding_read(getpid(), NULL, 0);
    int *processors = calloc((size_t)*count + 1, sizeof *processors);
    if (!processors || *count == 0) {
        free(processors);
        return NULL;
    }
    int now = binding_read(getpid(), processors, *count);
    *count = now < *count ? now : *count;
    return processors;
}

static void print_line(void *file, const char *line) {
    fprintf(file, "  %s\n", line);
}

void topology_print_obtained(const TopologyReport *report, FILE *file) {
    const Machine *machine = report->machine;
    int count;
    int *processors = read_affinity(&count);
    char text[1024] = "the kernel does not tell";
    if (processors)
        format_ranges(processors, count, text, sizeof text);
    free(processors);
    fprintf(file, "\nThe kernel reports\n  processors this process may run on: %s\n", text);
    if (report->obtained) {
        fprintf(file, "\nAn engine was started like this, and the kernel reports of it\n");
        placement_report_write(report->obtained, print_line, file);
    } else if (machine->quota_milli > 0) {
        fprintf(file, "  CPU quota: the time of %.2f processors\n",
                (double)machine->quota_milli / 1000);
    } else {
        fprintf(file, "  CPU quota: none\n");
    }
}

/* {"nodes": {"0": bytes}, "pages": {"plain": bytes}, "estimated": false}; null for what is unknown.
 */
static json_t *residency_json(const MemoryResidency *memory) {
    return json_pack("{s:o, s:o, s:b}", "nodes", report_memory_nodes(memory), "pages",
                     report_pages(memory->by_kind, memory->pages_known), "estimated",
                     memory->estimated);
}

static json_t *threads_json(const PlacementReport *report) {
    json_t *array = json_array();
    for (int i = 0; i < report->thread_count; i++) {
        const PlacedThread *thread = &report->threads[i];
        json_array_append_new(
            array, json_pack("{s:i, s:i, s:o, s:b, s:b, s:o, s:o, s:o, s:o}", "worker", i + 1,
                             "task", (int)thread->task, "pus",
                             report_integers(thread->processors, thread->processor_count), "bound",
                             thread->is_planned, "as_planned",
                             !thread->is_planned || thread->is_as_planned, "ran_on",
                             report_index(thread->processor), "node", report_index(thread->node),
                             "wished_node", report_index(thread->memory_node), "memory",
                             residency_json(&thread->memory)));
    }
    return array;
}

static json_t *blocks_json(const PlacedBlock *blocks, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_pack("{s:o, s:o}", "wished_node",
                                               report_index(blocks[i].wished_node), "memory",
                                               residency_json(&blocks[i].memory)));
    return array;
}

static json_t *hash_table_json(const PlacementReport *report) {
    json_t *wished = json_array();
    for (int node = node_set_next(&report->table_nodes, 0); node >= 0;
         node = node_set_next(&report->table_nodes, node + 1))
        json_array_append_new(wished, json_integer(node));
    return json_pack("{s:I, s:o, s:o}", "bytes", (json_int_t)report->table.bytes, "wished_nodes",
                     wished, "memory", residency_json(&report->table.memory));
}

static json_t *engine_json(const PlacementReport *report) {
    if (!report)
        return json_null();
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "binding", plan_binding_name(report->binding),
                     "workers", threads_json(report), "table",
                     report->has_table ? hash_table_json(report) : json_null(), "networks",
                     blocks_json(report->networks, report->network_count), "histories",
                     blocks_json(report->histories, report->history_count));
}

json_t *topology_obtained_json(const TopologyReport *report) {
    const Machine *machine = report->machine;
    int count;
    int *processors = read_affinity(&count);
    json_t *list = processors ? report_integers(processors, count) : json_null();
    free(processors);
    json_t *quota =
        machine->quota_milli > 0 ? json_real((double)machine->quota_milli / 1000) : json_null();
    return json_pack("{s:o, s:o, s:o}", "affinity", list, "quota", quota, "engine",
                     engine_json(report->obtained));
}
