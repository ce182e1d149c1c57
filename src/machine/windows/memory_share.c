#include "machine/memory_share.h"

/* There is no quorum-mpi for Windows: nobody would share. */

uint64_t memory_share_realm(void) {
    return 0;
}

bool memory_share_make(MemoryShare *share, const char *name, size_t bytes) {
    (void)share, (void)name, (void)bytes;
    return false;
}

void memory_share_end(const MemoryShare *share) {
    (void)share;
}

int memory_share_open(const MemoryShare *share) {
    (void)share;
    return -1;
}
