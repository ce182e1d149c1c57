#include <stdlib.h>
#include <windows.h>

#include "base/system.h"
#include "machine/topology.h"
#include "machine/windows/groups.h"

/* The machine as the system describes it: of each core, level 3 cache and package one mask or
 * several, of each node one. */

typedef SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX Relation;

/* All relations, to be freed; NULL where the system does not tell. */
static char *read_relations(DWORD *size) {
    *size = 0;
    GetLogicalProcessorInformationEx(RelationAll, NULL, size);
    char *bytes = *size > 0 ? malloc(*size) : NULL;
    if (bytes && GetLogicalProcessorInformationEx(RelationAll, (Relation *)bytes, size))
        return bytes;
    free(bytes);
    return NULL;
}

static void add_pus(Machine *machine, const GROUP_AFFINITY *mask, int core, int efficiency) {
    for (int i = 0; i < GROUP_SIZE; i++) {
        if (mask->Mask >> i & 1)
            machine->pus[machine->pu_count++] =
                (MachinePu){.os_index = GROUP_SIZE * mask->Group + i,
                            .core = core,
                            .l3 = -1,
                            .package = -1,
                            .efficiency = efficiency,
                            .allowed = true};
    }
}

/* Sets a member of each PU of the masks to a number. */
static void set_member(Machine *machine, const GROUP_AFFINITY *masks, int count, size_t offset,
                       int number) {
    for (int i = 0; i < machine->pu_count; i++) {
        MachinePu *pu = &machine->pus[i];
        for (int j = 0; j < count; j++) {
            if (masks[j].Group == pu->os_index / GROUP_SIZE &&
                (masks[j].Mask >> pu->os_index % GROUP_SIZE & 1))
                *(int *)((char *)pu + offset) = number;
        }
    }
}

static void add_node(Machine *machine, const NUMA_NODE_RELATIONSHIP *node) {
    ULONGLONG bytes = 0;
    const int index = machine->node_count++;
    if (!GetNumaAvailableMemoryNodeEx((USHORT)node->NodeNumber, &bytes) && index == 0)
        bytes = system_memory();
    machine->memory_known |= bytes > 0;
    machine->nodes[index] = (MachineNode){
        .os_index = (int)node->NodeNumber, .memory_bytes = bytes, .memory_node = index};
    set_member(machine, &node->GroupMask, 1, offsetof(MachinePu, node), index);
}

/* The cores first, since they make the PUs. Their kind is EfficiencyClass in newer headers. */
static void add_cores(Machine *machine, const char *bytes, DWORD size) {
    for (DWORD at = 0; at < size; at += ((const Relation *)(bytes + at))->Size) {
        const Relation *relation = (const Relation *)(bytes + at);
        if (relation->Relationship == RelationProcessorCore)
            add_pus(machine, relation->Processor.GroupMask, machine->core_count++,
                    relation->Processor.Reserved[0]);
    }
}

static void add_rest(Machine *machine, const char *bytes, DWORD size) {
    for (DWORD at = 0; at < size; at += ((const Relation *)(bytes + at))->Size) {
        const Relation *relation = (const Relation *)(bytes + at);
        if (relation->Relationship == RelationProcessorPackage)
            set_member(machine, relation->Processor.GroupMask, relation->Processor.GroupCount,
                       offsetof(MachinePu, package), machine->package_count++);
        else if (relation->Relationship == RelationCache && relation->Cache.Level == 3)
            set_member(machine, &relation->Cache.GroupMask, 1, offsetof(MachinePu, l3),
                       machine->l3_count++);
        else if (relation->Relationship == RelationNumaNode)
            add_node(machine, &relation->NumaNode);
    }
}

/* Newer systems have nodes of several groups, of which the relations tell the first alone. */
static void ask_for_nodes(Machine *machine) {
    for (int i = 0; i < machine->pu_count; i++) {
        MachinePu *pu = &machine->pus[i];
        PROCESSOR_NUMBER number = {.Group = (WORD)(pu->os_index / GROUP_SIZE),
                                   .Number = (BYTE)(pu->os_index % GROUP_SIZE)};
        USHORT node;
        const bool told = GetNumaProcessorNodeEx(&number, &node);
        for (int j = 0; j < machine->node_count && told; j++)
            pu->node = machine->nodes[j].os_index == node ? j : pu->node;
        machine->nodes[pu->node].pu_count++;
    }
}

/* The system ranks kinds from the one that saves most power; here 0 is the fastest that is there.
 */
static void rank_kinds(Machine *machine) {
    bool is_there[256] = {false};
    int rank[256];
    for (int i = 0; i < machine->pu_count; i++)
        is_there[machine->pus[i].efficiency] = true;
    for (int kind = 255; kind >= 0; kind--) {
        rank[kind] = machine->kind_count;
        machine->kind_count += is_there[kind];
    }
    for (int i = 0; i < machine->pu_count; i++)
        machine->pus[i].efficiency = rank[machine->pus[i].efficiency];
}

Machine *topology_read_this_system(const int *affinity, int count, Reason *error) {
    DWORD size = 0;
    char *bytes = read_relations(&size);
    const int most = GROUP_SIZE * GetMaximumProcessorGroupCount();
    ULONG highest_node = 0;
    GetNumaHighestNodeNumber(&highest_node);
    Machine *machine = bytes ? machine_create(most, (int)highest_node + 1, error) : NULL;
    if (machine) {
        machine->pu_count = machine->node_count = 0;
        machine->is_this_system = machine->is_complete = true;
        add_cores(machine, bytes, size);
        add_rest(machine, bytes, size);
        ask_for_nodes(machine);
        rank_kinds(machine);
    }
    free(bytes);
    if (machine && machine->pu_count > 0 && machine->node_count > 0)
        return machine;
    machine_destroy(machine);
    return machine_create_flat(affinity, count, error);
}

Machine *machine_load_from(const char *source, Reason *error) {
    (void)source;
    reason_set(error, "this program was built without hwloc, which describes other machines");
    return NULL;
}
