#include <stdio.h>

#include "machine/topology_source.h"

/* Without hwloc: the processors are all that is known of this machine, and of others nothing. */

Machine *topology_read_this_system(const int *affinity, int count, char error[MACHINE_ERROR_SIZE]) {
    return machine_create_flat(affinity, count, error);
}

Machine *topology_read_description(const char *source, char error[MACHINE_ERROR_SIZE]) {
    (void)source;
    snprintf(error, MACHINE_ERROR_SIZE,
             "this program was built without hwloc, which describes other machines");
    return NULL;
}
