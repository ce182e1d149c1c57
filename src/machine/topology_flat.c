#include <stdio.h>

#include "machine/topology.h"

/* Without hwloc: the processors are all that is known of this machine, and of others nothing. */

Machine *topology_read_this_system(const int *affinity, int count, Reason *error) {
    return machine_create_flat(affinity, count, error);
}

Machine *machine_load_from(const char *source, Reason *error) {
    (void)source;
    reason_set(error, "this program was built without hwloc, which describes other machines");
    return NULL;
}
