#include "machine/quota.h"

#include "base/memory.h"

/* There are no control groups. */

int64_t quota_read_milli(const char *root) {
    (void)root;
    return 0;
}

size_t quota_memory_left(const char *root) {
    (void)root;
    return SIZE_MAX;
}

size_t quota_memory_available(void) {
    return memory_available();
}
