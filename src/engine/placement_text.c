#include "base/format.h"
#include "engine/placement_report.h"

#define LINE_BYTES 480 /* UCI's writer takes 1023 at a time */

/* A list of processors that is longer ends in dots: what follows it says more. */
#define RANGES_BYTES 160

/* A line that is being put together; what does not fit is cut off. */
typedef struct Line {
    char text[LINE_BYTES];
    size_t length;
} Line;

/* printf() to the end of a line; what does not fit is cut off. */
#define ADD(line, ...) format_append((line)->text, sizeof(line)->text, &(line)->length, __VA_ARGS__)

static void add_size(Line *line, size_t bytes) {
    if (bytes >= (size_t)1 << 20 && bytes % ((size_t)1 << 20) == 0)
        ADD(line, "%zu MiB", bytes >> 20);
    else
        ADD(line, "%zu KiB", bytes >> 10);
}

/* "6144 KiB on node 0, 4 MiB on node 1; transparent 2 MiB pages: 4 MiB, plain pages: ...". */
static void add_residency(Line *line, const MemoryResidency *memory) {
    const char *separator = "";
    if (!memory->nodes_known)
        ADD(line, "on unknown nodes");
    for (int node = 0; node < NODE_SET_CAPACITY && memory->nodes_known; node++) {
        if (memory->by_node[node] == 0)
            continue;
        ADD(line, "%s", separator);
        add_size(line, memory->by_node[node]);
        ADD(line, " on node %d", node);
        separator = ", ";
    }
    separator = "; ";
    if (!memory->pages_known)
        ADD(line, "; of unknown pages");
    for (int kind = PAGE_KINDS - 1; kind >= 0 && memory->pages_known; kind--) {
        if (memory->by_kind[kind] == 0)
            continue;
        ADD(line, "%s%s pages: ", separator, memory_pages_name((PageKind)kind));
        add_size(line, memory->by_kind[kind]);
        separator = ", ";
    }
    if (memory->estimated)
        ADD(line, " (estimated)");
}

/* A small table is first touched in part. */
static void add_untouched(Line *line, const PlacedBlock *block) {
    const size_t touched = memory_residency_total(&block->memory);
    if (!block->memory.nodes_known || touched >= block->bytes)
        return;
    ADD(line, ", not yet touched: ");
    add_size(line, block->bytes - touched);
}

static void describe_thread(const PlacedThread *thread, int number, Line *line) {
    ADD(line, "thread %d (task %d): ", number, (int)thread->task);
    if (!thread->is_planned)
        ADD(line, "not bound, ");
    else if (!thread->is_as_planned)
        ADD(line, "not bound as planned, ");
    if (thread->processor_count > 0) {
        char ranges[RANGES_BYTES];
        format_ranges(thread->processors, thread->processor_count, ranges, sizeof ranges);
        ADD(line, "may run on %s, ", ranges);
    }
    if (thread->processor >= 0)
        ADD(line, "was on %d of node %d; ", thread->processor, thread->node);
    ADD(line, "memory ");
    if (thread->memory_node >= 0)
        ADD(line, "wished on node %d: ", thread->memory_node);
    add_residency(line, &thread->memory);
}

static void describe_table(const PlacementReport *report, Line *line) {
    if (report->table_owners > 1)
        ADD(line, "table of %d processes: ", report->table_owners);
    else
        ADD(line, "table: ");
    const char *separator = "wished on node ";
    for (int node = node_set_next(&report->table_nodes, 0); node >= 0;
         node = node_set_next(&report->table_nodes, node + 1)) {
        ADD(line, "%s%d", separator, node);
        separator = ",";
    }
    if (node_set_count(&report->table_nodes) > 0)
        ADD(line, ": ");
    add_residency(line, &report->table.memory);
    add_untouched(line, &report->table);
}

static void tell_blocks(const char *name, const PlacedBlock *blocks, int count, PlacementLine *tell,
                        void *context) {
    for (int i = 0; i < count; i++) {
        Line line = {0};
        ADD(&line, "%s: ", name);
        if (blocks[i].wished_node >= 0)
            ADD(&line, "wished on node %d: ", blocks[i].wished_node);
        add_residency(&line, &blocks[i].memory);
        tell(context, line.text);
    }
}

void placement_report_write(const PlacementReport *report, PlacementLine *tell, void *context) {
    Line line = {0};
    ADD(&line, "%d %s, bound to %s; CPU quota: ", report->thread_count,
        format_plural(report->thread_count, "thread", "threads"),
        plan_binding_name(report->binding));
    if (report->quota_milli > 0)
        ADD(&line, "the time of %.2f processors", (double)report->quota_milli / 1000);
    else
        ADD(&line, "none");
    tell(context, line.text);
    for (int i = 0; i < report->thread_count; i++) {
        line = (Line){0};
        describe_thread(&report->threads[i], i + 1, &line);
        tell(context, line.text);
    }
    if (report->has_table) {
        line = (Line){0};
        describe_table(report, &line);
        tell(context, line.text);
    }
    tell_blocks("network", report->networks, report->network_count, tell, context);
    tell_blocks("shared histories", report->histories, report->history_count, tell, context);
}
