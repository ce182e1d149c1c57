#include "machine/topology.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/integers.h"
#include "machine/quota.h"
#include "machine/thread_binding.h"

/* Most processors that an affinity mask is asked for. */
#define MAX_AFFINITY 65536

/* Marks the PUs of the affinity mask. A mask that names none of them is not believed. */
static void apply_affinity(Machine *machine, const int *affinity, int affinity_count) {
    bool any = false;
    for (int i = 0; i < machine->pu_count; i++) {
        bool *allowed = &machine->pus[i].allowed;
        *allowed = false;
        for (int j = 0; j < affinity_count && !*allowed; j++)
            *allowed = machine->pus[i].os_index == affinity[j];
        any |= *allowed;
    }
    for (int i = 0; i < machine->pu_count; i++)
        machine->pus[i].allowed |= !any;
}

Machine *machine_load(Reason *error) {
    int *affinity = malloc(MAX_AFFINITY * sizeof *affinity);
    if (!affinity) {
        reason_set(error, "no memory for the affinity mask");
        return NULL;
    }
    /* The main thread's: engines bind none but their workers. */
    const int count = int_min(binding_read(getpid(), affinity, MAX_AFFINITY), MAX_AFFINITY);
    Machine *machine = topology_read_this_system(affinity, count, error);
    if (machine && machine->is_this_system) {
        apply_affinity(machine, affinity, count);
        machine->quota_milli = quota_read_milli("");
    }
    free(affinity);
    return machine;
}
