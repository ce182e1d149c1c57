#include "search/outbox.h"

#include <stdatomic.h>

void outbox_put(Outbox *outbox, const TableRecord *record) {
    const uint32_t put = atomic_load_explicit(&outbox->put, memory_order_relaxed);
    /* Acquires: the place has been read before it is written again. */
    if (put - atomic_load_explicit(&outbox->taken, memory_order_acquire) >= OUTBOX_SIZE)
        return;
    outbox->records[put % OUTBOX_SIZE] = *record;
    atomic_store_explicit(&outbox->put, put + 1, memory_order_release);
}

int outbox_take(Outbox *outbox, TableRecord *records, int most) {
    const uint32_t taken = atomic_load_explicit(&outbox->taken, memory_order_relaxed);
    const uint32_t waiting =
        atomic_load_explicit(&outbox->put, memory_order_acquire) - taken; /* and the records */
    const int count = waiting < (uint32_t)most ? (int)waiting : most;
    for (int i = 0; i < count; i++)
        records[i] = outbox->records[(taken + (uint32_t)i) % OUTBOX_SIZE];
    atomic_store_explicit(&outbox->taken, taken + (uint32_t)count, memory_order_release);
    return count;
}
