/* Fuzz target: a machine's description in hwloc's XML. What is accepted is a machine whose parts
 * know each other, and has a place for each worker. */

#include <string.h>

#include "machine/plan.h"
#include "machine/topology.h"
#include "target.h"

static void check_machine(const Machine *machine) {
    MUST(machine->pu_count >= 1 && machine->node_count >= 1);
    MUST(machine->core_count >= 1 && machine->core_count <= machine->pu_count);
    MUST(!machine->is_this_system && machine->quota_milli == 0);
    for (int i = 0; i < machine->pu_count; i++) {
        const MachinePu *pu = &machine->pus[i];
        MUST(pu->core >= 0 && pu->core < machine->core_count);
        MUST(pu->l3 >= -1 && pu->l3 < machine->l3_count);
        MUST(pu->package >= -1 && pu->package < machine->package_count);
        MUST(pu->node >= 0 && pu->node < machine->node_count);
        MUST(pu->efficiency >= 0 && pu->efficiency < machine->kind_count);
        MUST(machine_find_pu(machine, pu->os_index) == i);
    }
    for (int i = 0; i < machine->node_count; i++)
        MUST(machine->nodes[i].memory_node >= -1 &&
             machine->nodes[i].memory_node < machine->node_count);
    const int usable = machine_usable_cores(machine);
    MUST(usable >= 0 && usable <= machine->core_count);
}

static void check_plan(const Machine *machine, const char *policy_name, int placement) {
    NumaPolicy policy = {0};
    Reason reason = {""};
    MUST(numa_policy_parse(text_of(policy_name), &policy, &reason));
    const int workers = machine->pu_count < 64 ? machine->pu_count + 1 : 64;
    Plan *plan = plan_create(machine, &policy, (ThreadPlacement)placement, workers, &reason);
    MUST(plan || reason.text[0] != '\0');
    for (int i = 0; plan && i < workers; i++) {
        const PlanWorker *worker = &plan->workers[i];
        MUST(worker->set >= 0 && worker->set < plan->set_count);
        MUST(worker->seat >= 0 && worker->seat < machine->pu_count);
        MUST(plan->sets[worker->set].pu_count > 0);
    }
    plan_destroy(plan);
    numa_policy_clear(&policy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[TARGET_PATH];
    const int file = target_file(data, size, path);
    Reason reason = {""};
    Machine *machine = machine_load_from(path, &reason);
    if (machine) {
        check_machine(machine);
        for (int placement = 0; placement < PLACEMENT_COUNT; placement++) {
            check_plan(machine, "auto", placement);
            check_plan(machine, "system", placement);
        }
    } else {
        MUST(reason.text[0] != '\0' && !strchr(reason.text, '\n'));
    }
    machine_destroy(machine);
    close(file);
    return 0;
}
