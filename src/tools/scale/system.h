#pragma once

#include <stdint.h>

#include "machine/machine.h"

/* What else bears on speed: what the kernel is set to, and what else the machine is doing. Linux
 * tells it in files; where one is missing, as in most virtual machines, the answer is -1 or "". */

#define SCALE_WORD_SIZE 64

typedef struct ScaleSystem {
    char kernel[2 * SCALE_WORD_SIZE];
    char
        governor[SCALE_WORD_SIZE]; /* of the processors that may be used; "a, b" when they differ */
    char transparent_pages[SCALE_WORD_SIZE]; /* when processes get them: always, madvise, never */
    int64_t page_bytes;
    int64_t huge_pages; /* of 2 MiB, reserved; and free */
    int64_t huge_pages_free;
    int64_t gigantic_pages; /* of 1 GiB */
    int64_t gigantic_pages_free;
    int numa_balancing; /* 1: the kernel moves pages between nodes as it sees fit */
    int boost;          /* 1: processors may run faster than their nominal frequency */
    double load;        /* average number of runnable threads over the last minute */
    double busy;        /* part of the usable processors' time that others took, before the start */
    double stolen;      /* of that, what the host of this virtual machine took */
    int64_t slowest_khz; /* current frequencies of the usable processors */
    int64_t fastest_khz;
    int64_t limit_khz;   /* the highest frequency of the slowest of them */
    int64_t throttlings; /* times that a usable processor was slowed down for heat, since boot */
} ScaleSystem;

/* Reads everything; takes `watch_ms` to see how busy the machine is. */
void scale_system_read(const Machine *machine, int watch_ms, ScaleSystem *system);

/* ScaleSystem.throttlings as it is now. */
int64_t scale_system_throttlings(const Machine *machine);
