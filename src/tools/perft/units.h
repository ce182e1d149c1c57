#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/position.h"

/* A perft cut into sub-positions, to be counted anywhere in any order. */

typedef struct PerftUnit {
    Position position;
    uint64_t times; /* how many lines of moves lead here */
} PerftUnit;

typedef struct PerftUnits {
    size_t count;
    PerftUnit *units;
    int depth; /* plies left below each */
} PerftUnits;

/* Cuts deep enough for at least `wanted` units that are short, where the tree has so many. merge:
 * positions that several lines reach become one unit. The leaves of the whole are the sum of times
 * multiplied by the leaves of the unit. depth at least 0. False without memory. Any thread. */
bool perft_units_create(PerftUnits *units, const Position *position, int depth, size_t wanted,
                        bool merge);
void perft_units_destroy(PerftUnits *units);
