#pragma once

#include "base/compiler.h"
#include "search/tt.h"

/* Table entries of one worker that other processes should have, until somebody sends them on: a
 * ring that one thread fills and one empties, without locks. */

#define OUTBOX_SIZE 2048

typedef struct Outbox {
    _Alignas(CACHE_LINE) _Atomic uint32_t put;   /* so far; the worker's */
    _Alignas(CACHE_LINE) _Atomic uint32_t taken; /* so far; the other thread's */
    _Atomic int least_depth;                     /* of what is to be put in */
    TableRecord records[OUTBOX_SIZE];
} Outbox;

/* Adds a record; it is lost where the ring is full. By the worker's thread. */
void outbox_put(Outbox *outbox, const TableRecord *record);

/* Takes at most `most` records out, the oldest first; returns how many. By the other thread. */
int outbox_take(Outbox *outbox, TableRecord *records, int most);
