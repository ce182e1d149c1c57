#include "machine/machine.h"

#include <stdlib.h>

#include "base/integers.h"

Machine *machine_create(int pu_count, int node_count, Reason *error) {
    Machine *machine = calloc(1, sizeof *machine);
    if (machine) {
        machine->pu_count = pu_count;
        machine->node_count = node_count;
        machine->pus = calloc((size_t)pu_count, sizeof *machine->pus);
        machine->nodes = calloc((size_t)node_count, sizeof *machine->nodes);
        if (machine->pus && machine->nodes)
            return machine;
    }
    machine_destroy(machine);
    reason_set(error, "no memory for the machine's description");
    return NULL;
}

Machine *machine_create_flat(const int *os_indices, int count, Reason *error) {
    int pu_count = int_max(count, 1);
    Machine *machine = machine_create(pu_count, 1, error);
    if (!machine)
        return NULL;
    for (int i = 0; i < pu_count; i++)
        machine->pus[i] = (MachinePu){.os_index = count > 0 ? os_indices[i] : 0,
                                      .core = i,
                                      .l3 = -1,
                                      .package = -1,
                                      .allowed = true};
    machine->core_count = machine->nodes[0].pu_count = pu_count;
    machine->kind_count = 1;
    machine->is_this_system = true;
    return machine;
}

void machine_destroy(Machine *machine) {
    if (!machine)
        return;
    free(machine->pus);
    free(machine->nodes);
    free(machine);
}

int machine_find_pu(const Machine *machine, int os_index) {
    for (int i = 0; i < machine->pu_count; i++) {
        if (machine->pus[i].os_index == os_index)
            return i;
    }
    return -1;
}

int machine_usable_cores(const Machine *machine) {
    int cores = 0, last = -1;
    for (int i = 0; i < machine->pu_count; i++) {
        if (!machine->pus[i].allowed || machine->pus[i].core == last)
            continue;
        last = machine->pus[i].core;
        cores++;
    }
    return cores;
}
