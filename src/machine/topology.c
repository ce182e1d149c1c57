#include "machine/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "machine/quota.h"
#include "machine/thread_binding.h"
#include "machine/topology_hwloc.h"

/* Most processors that an affinity mask is asked for. */
#define MAX_AFFINITY 65536

void machine_destroy(Machine *machine) {
    if (machine == NULL)
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

/* One node of cores without anything else known of them. */
static Machine *load_flat(const int *affinity, int affinity_count, char *error) {
    int count = affinity_count > 0 ? affinity_count : 1;
    Machine *machine = calloc(1, sizeof(*machine));
    if (machine != NULL) {
        machine->pus = calloc((size_t)count, sizeof(*machine->pus));
        machine->nodes = calloc(1, sizeof(*machine->nodes));
    }
    if (machine == NULL || machine->pus == NULL || machine->nodes == NULL) {
        machine_destroy(machine);
        snprintf(error, MACHINE_ERROR_SIZE, "no memory for the machine's description");
        return NULL;
    }
    for (int i = 0; i < count; i++)
        machine->pus[i] = (MachinePu){.os_index = affinity_count > 0 ? affinity[i] : 0,
                                      .core = i,
                                      .l3 = -1,
                                      .package = -1,
                                      .allowed = true};
    machine->pu_count = machine->core_count = machine->nodes[0].pu_count = count;
    machine->node_count = machine->kind_count = 1;
    machine->is_this_system = true;
    return machine;
}

#ifdef QUORUM_HAVE_HWLOC

/* Without these files hwloc knows no more than the affinity mask, and complains on stderr. */
#define SYSTEM_DESCRIPTION "/sys/devices/system/cpu"

static Machine *load_this_system(const int *affinity, int affinity_count, char *error) {
    if (access(SYSTEM_DESCRIPTION, R_OK) != 0)
        return load_flat(affinity, affinity_count, error);
    return machine_copy_from_hwloc(NULL, error);
}

Machine *machine_load_from(const char *source, char error[MACHINE_ERROR_SIZE]) {
    return machine_copy_from_hwloc(source, error);
}

#else

static Machine *load_this_system(const int *affinity, int affinity_count, char *error) {
    return load_flat(affinity, affinity_count, error);
}

Machine *machine_load_from(const char *source, char error[MACHINE_ERROR_SIZE]) {
    (void)source;
    snprintf(error, MACHINE_ERROR_SIZE,
             "this program was built without hwloc, which describes other machines");
    return NULL;
}

#endif

/* Marks the PUs of the affinity mask. A mask that names none of them is not believed. */
static void apply_affinity(Machine *machine, const int *affinity, int affinity_count) {
    int found = 0;
    for (int i = 0; i < affinity_count; i++)
        found += machine_find_pu(machine, affinity[i]) >= 0;
    if (found == 0)
        return;
    for (int i = 0; i < machine->pu_count; i++)
        machine->pus[i].allowed = false;
    for (int i = 0; i < affinity_count; i++) {
        int index = machine_find_pu(machine, affinity[i]);
        if (index >= 0)
            machine->pus[index].allowed = true;
    }
}

Machine *machine_load(char error[MACHINE_ERROR_SIZE]) {
    int *affinity = malloc(MAX_AFFINITY * sizeof(*affinity));
    if (affinity == NULL) {
        snprintf(error, MACHINE_ERROR_SIZE, "no memory for the affinity mask");
        return NULL;
    }
    /* The main thread's: engines bind none but their workers. */
    int count = binding_read(getpid(), affinity, MAX_AFFINITY);
    count = count < MAX_AFFINITY ? count : MAX_AFFINITY;
    Machine *machine = load_this_system(affinity, count, error);
    if (machine != NULL && machine->is_this_system) {
        apply_affinity(machine, affinity, count);
        machine->quota_milli = quota_read_milli("");
    }
    free(affinity);
    return machine;
}
