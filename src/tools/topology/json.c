#include <jansson.h>
#include <stdlib.h>

#include "report/report.h"
#include "tools/topology/report.h"

static json_t *node_indices(const Machine *machine) {
    json_t *array = json_array();
    for (int i = 0; i < machine->node_count; i++)
        json_array_append_new(array, json_integer(machine->nodes[i].os_index));
    return array;
}

static json_t *node_details(const Machine *machine) {
    json_t *array = json_array();
    for (int i = 0; i < machine->node_count; i++) {
        const MachineNode *node = &machine->nodes[i];
        json_t *pus = json_array();
        for (int j = 0; j < machine->pu_count; j++) {
            if (machine->pus[j].node == i && !machine->pus[j].adopted)
                json_array_append_new(pus, json_integer(machine->pus[j].os_index));
        }
        json_t *memory =
            machine->memory_known ? json_integer((json_int_t)node->memory_bytes) : json_null();
        json_array_append_new(array,
                              json_pack("{s:i, s:o, s:i, s:o}", "node", node->os_index,
                                        "memory_bytes", memory, "memory_node",
                                        machine->nodes[node->memory_node].os_index, "pus", pus));
    }
    return array;
}

static json_t *processors(const Machine *machine) {
    json_t *array = json_array();
    for (int i = 0; i < machine->pu_count; i++) {
        const MachinePu *pu = &machine->pus[i];
        json_array_append_new(array,
                              json_pack("{s:i, s:i, s:o, s:i, s:b, s:o, s:i, s:b}", "pu",
                                        pu->os_index, "core", pu->core, "l3", report_index(pu->l3),
                                        "node", machine->nodes[pu->node].os_index, "adopted",
                                        pu->adopted, "package", report_index(pu->package), "kind",
                                        pu->efficiency, "allowed", pu->allowed));
    }
    return array;
}

static json_t *workers(const TopologyReport *report) {
    const Plan *plan = report->plan;
    bool grouped = report->scope != HISTORIES_OF_THREAD && report->history_group_of;
    json_t *array = json_array();
    for (int i = 0; i < plan->worker_count; i++) {
        const PlanWorker *worker = &plan->workers[i];
        const PlanSet *set = &plan->sets[worker->set];
        json_t *object = json_pack("{s:i, s:o, s:i, s:i, s:o, s:o}", "worker", i + 1, "pus",
                                   report_integers(set->pus, set->pu_count), "node", worker->node,
                                   "memory_node", worker->memory_node, "l3", report_index(set->l3),
                                   "core", report_index(set->core));
        if (grouped)
            json_object_set_new(object, "history_group", json_integer(report->history_group_of[i]));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *policy_text(const NumaPolicy *policy) {
    size_t length = numa_policy_format(policy, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return NULL;
    numa_policy_format(policy, text, length + 1);
    json_t *value = json_string(text);
    free(text);
    return value;
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

static json_t *kernel_json(const TopologyReport *report) {
    const int64_t quota = report->machine->quota_milli;
    return json_pack("{s:o, s:o, s:o}", "affinity",
                     report->affinity ? report_integers(report->affinity, report->affinity_count)
                                      : json_null(),
                     "quota", quota > 0 ? json_real((double)quota / 1000) : json_null(), "engine",
                     engine_json(report->obtained));
}

json_t *topology_json(const TopologyReport *report) {
    const Machine *machine = report->machine;
    const Plan *plan = report->plan;
    json_t *root = json_pack(
        "{s:s?, s:b, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:i, s:s, s:b, s:o, "
        "s:o, s:o}",
        "source", report->source, "this_system", machine->is_this_system, "packages",
        machine->package_count, "l3_groups", machine->l3_count, "cores", machine->core_count,
        "kinds", machine->kind_count, "nodes", node_indices(machine), "node_details",
        node_details(machine), "processors", processors(machine), "pus",
        report_integers(plan->pus, plan->pu_count), "policy", policy_text(report->policy),
        "placement", placement_name(report->placement), "history_scope",
        history_scope_name(report->scope), "threads", plan->worker_count, "binding",
        plan_binding_name(plan->binding), "places_memory", plan->places_memory, "memory_nodes",
        report_integers(plan->memory_nodes, plan->memory_node_count), "workers", workers(report),
        "warnings", report_warnings(&plan->warnings));
    if (machine->is_this_system)
        json_object_set_new(root, "kernel", kernel_json(report));
    return report_join("quorum-topology", 1, root);
}
