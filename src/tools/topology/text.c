#include <stdlib.h>

#include "base/format.h"
#include "base/integers.h"
#include "tools/topology/report.h"

#define RANGES_SIZE 4096

/* "3 nodes", "1 node". */
static void print_count(FILE *file, int count, const char *one, const char *many) {
    fprintf(file, "%d %s", count, format_plural(count, one, many));
}

static void print_machine(const TopologyReport *report, FILE *file) {
    const Machine *machine = report->machine;
    fprintf(file, "Machine: %s\n  ",
            report->source            ? report->source
            : machine->is_this_system ? "this one"
                                      : "as hwloc's environment says");
    if (machine->package_count > 0)
        print_count(file, machine->package_count, "package, ", "packages, ");
    print_count(file, machine->node_count, "NUMA node, ", "NUMA nodes, ");
    if (machine->l3_count > 0)
        print_count(file, machine->l3_count, "level 3 group, ", "level 3 groups, ");
    print_count(file, machine->core_count, "core, ", "cores, ");
    print_count(file, machine->pu_count, "processor", "processors");
    if (report->plan->pu_count < machine->pu_count)
        fprintf(file, ", of which %d may be used", report->plan->pu_count);
    fprintf(file, "\n");
    for (int kind = 0; kind < machine->kind_count && machine->kind_count > 1; kind++) {
        int cores = 0, last = -1;
        for (int i = 0; i < machine->pu_count; i++) {
            if (machine->pus[i].core == last)
                continue;
            last = machine->pus[i].core;
            cores += machine->pus[i].efficiency == kind;
        }
        fprintf(file, "  kind %d: ", kind);
        print_count(file, cores, "core", "cores");
        fprintf(file, "%s\n", kind == 0 ? ", the fastest" : "");
    }
}

/* What the processors of one line have in common. */
typedef struct NodeLine {
    int node; /* index */
    bool adopted;
    int package; /* of adopted ones */
} NodeLine;

static bool is_on_line(const NodeLine *line, const MachinePu *pu) {
    return pu->node == line->node && pu->adopted == line->adopted &&
           (!pu->adopted || pu->package == line->package);
}

static void format_memory(const Machine *machine, const NodeLine *line, char *text, size_t size) {
    const MachineNode *node = &machine->nodes[line->node];
    format_bytes(node->memory_bytes, text, size);
    if (line->adopted || (machine->memory_known && node->memory_bytes == 0))
        snprintf(text, size, "node %d's", machine->nodes[node->memory_node].os_index);
    else if (!machine->memory_known)
        snprintf(text, size, "?");
}

static void print_node_line(const Machine *machine, const NodeLine *line, int *list, FILE *file) {
    char ranges[RANGES_SIZE], memory[32], node[16] = "-", l3s[32] = "-";
    int count = 0, cores = 0, last_core = -1, first_l3 = -1, last_l3 = -1;
    for (int i = 0; i < machine->pu_count; i++) {
        const MachinePu *pu = &machine->pus[i];
        if (!is_on_line(line, pu))
            continue;
        list[count++] = pu->os_index;
        cores += pu->core != last_core;
        last_core = pu->core;
        if (pu->l3 >= 0 && (first_l3 < 0 || pu->l3 < first_l3))
            first_l3 = pu->l3;
        last_l3 = int_max(last_l3, pu->l3);
    }
    qsort(list, (size_t)count, sizeof *list, integers_compare);
    format_ranges(list, count, ranges, sizeof ranges);
    format_memory(machine, line, memory, sizeof memory);
    if (!line->adopted)
        snprintf(node, sizeof node, "%d", machine->nodes[line->node].os_index);
    if (first_l3 >= 0 && first_l3 == last_l3)
        snprintf(l3s, sizeof l3s, "%d", first_l3);
    else if (first_l3 >= 0)
        snprintf(l3s, sizeof l3s, "%d-%d", first_l3, last_l3);
    fprintf(file, "  %-6s%-11s%-7d%-10s%s\n", node, memory, cores, l3s,
            count > 0 ? ranges : "none, memory only");
}

/* One line a node: its memory, cores, level 3 groups and processors. Then the processors without
 * memory of their own, by package. */
static void print_nodes(const Machine *machine, FILE *file) {
    int *list = calloc((size_t)machine->pu_count, sizeof *list);
    if (!list)
        return;
    fprintf(file, "\n  %-6s%-11s%-7s%-10s%s\n", "node", "memory", "cores", "L3 groups",
            "processors");
    for (int i = 0; i < machine->node_count; i++)
        print_node_line(machine, &(NodeLine){.node = i}, list, file);
    for (int i = 0; i < machine->pu_count; i++) {
        const MachinePu *pu = &machine->pus[i];
        const NodeLine line = {pu->node, true, pu->package};
        bool is_first = pu->adopted;
        for (int j = 0; is_first && j < i; j++)
            is_first = !is_on_line(&line, &machine->pus[j]);
        if (is_first)
            print_node_line(machine, &line, list, file);
    }
    free(list);
}

static const char *const BINDING_TEXTS[] = {
    [PLAN_UNBOUND] = "none is bound: the kernel chooses",
    [PLAN_BOUND_NODE] = "each is bound to the processors of its node",
    [PLAN_BOUND_L3] = "each is bound to the processors of its level 3 group",
    [PLAN_BOUND_CORE] = "each is bound to its core",
};

static void print_logical(FILE *file, int index, int width) {
    if (index >= 0)
        fprintf(file, "%-*d", width, index);
    else
        fprintf(file, "%-*s", width, "-");
}

/* Whether two workers make one line; where they roam, their nodes mean little. */
static bool same_place(const Plan *plan, const PlanWorker *a, const PlanWorker *b) {
    return a->set == b->set && (a->node == b->node || plan->binding == PLAN_UNBOUND);
}

static void print_place(const Plan *plan, const PlanWorker *worker, FILE *file) {
    const PlanSet *set = &plan->sets[worker->set];
    char text[RANGES_SIZE];
    if (plan->binding == PLAN_UNBOUND)
        fprintf(file, "  %-6s", "any");
    else
        fprintf(file, "  %-6d", worker->node);
    print_logical(file, plan->places_memory ? worker->memory_node : -1, 8);
    print_logical(file, set->l3, 6);
    print_logical(file, set->core, 6);
    format_ranges(set->pus, set->pu_count, text, sizeof text);
    fprintf(file, "%s", text);
}

/* One line for all workers that have the same place. */
static void print_workers(const Plan *plan, FILE *file) {
    int *list = calloc((size_t)plan->worker_count, sizeof *list);
    bool *done = calloc((size_t)plan->worker_count, sizeof *done);
    char text[RANGES_SIZE];
    fprintf(file, "  %-6s%-8s%-6s%-6s%s\n", "node", "memory", "L3", "core", "processors: threads");
    for (int i = 0; i < plan->worker_count && list && done; i++) {
        if (done[i])
            continue;
        int count = 0;
        for (int j = i; j < plan->worker_count; j++) {
            if (!done[j] && same_place(plan, &plan->workers[i], &plan->workers[j])) {
                list[count++] = j + 1;
                done[j] = true;
            }
        }
        print_place(plan, &plan->workers[i], file);
        format_ranges(list, count, text, sizeof text);
        fprintf(file, ": %s\n", text);
    }
    free(list);
    free(done);
}

/* One line a group. */
static void print_histories(const TopologyReport *report, FILE *file) {
    int count = report->plan->worker_count;
    int *list = calloc((size_t)count, sizeof *list);
    char text[RANGES_SIZE];
    for (int group = 0; group < report->history_group_count && list; group++) {
        int members = 0;
        for (int i = 0; i < count; i++) {
            if (report->history_group_of[i] == group)
                list[members++] = i + 1;
        }
        format_ranges(list, members, text, sizeof text);
        fprintf(file, "  histories, HistoryScope %s: threads %s\n",
                history_scope_name(report->scope), text);
    }
    free(list);
}

static void print_line(void *file, const char *line) {
    fprintf(file, "  %s\n", line);
}

/* What the kernel reports of this process, and of the engine that was started in it, read back
 * rather than planned. */
static void print_obtained(const TopologyReport *report, FILE *file) {
    const int64_t quota = report->machine->quota_milli;
    char text[1024] = "the kernel does not tell";
    if (report->affinity)
        format_ranges(report->affinity, report->affinity_count, text, sizeof text);
    fprintf(file, "\nThe kernel reports\n  processors this process may run on: %s\n", text);
    if (report->obtained) {
        fprintf(file, "\nAn engine was started like this, and the kernel reports of it\n");
        placement_report_write(report->obtained, print_line, file);
    } else if (quota > 0) {
        fprintf(file, "  CPU quota: the time of %.2f processors\n", (double)quota / 1000);
    } else {
        fprintf(file, "  CPU quota: none\n");
    }
}

void topology_write_text(const TopologyReport *report, FILE *file) {
    const Plan *plan = report->plan;
    char policy[256], nodes[RANGES_SIZE];
    print_machine(report, file);
    print_nodes(report->machine, file);
    numa_policy_format(report->policy, policy, sizeof policy);
    fprintf(file, "\nPlan for %d %s, NumaPolicy %s, ThreadPlacement %s: %s\n", plan->worker_count,
            format_plural(plan->worker_count, "thread", "threads"), policy,
            placement_name(report->placement), BINDING_TEXTS[plan->binding]);
    print_workers(plan, file);
    if (plan->places_memory) {
        format_ranges(plan->memory_nodes, plan->memory_node_count, nodes, sizeof nodes);
        fprintf(file, "  shared memory: node %s\n", nodes);
    } else {
        fprintf(file, "  memory: where it is first touched\n");
    }
    if (report->scope != HISTORIES_OF_THREAD)
        print_histories(report, file);
    for (int i = 0; i < plan->warnings.count; i++)
        fprintf(file, "  warning: %s\n", plan->warnings.texts[i]);
    if (report->machine->is_this_system)
        print_obtained(report, file);
}
