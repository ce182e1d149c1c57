#include "tools/perft/units.h"

#include <stdlib.h>

#include "base/memory.h"
#include "chess/movegen.h"
#include "chess/perft.h"

/* Units of this depth take about a second or less: as short as a message should be worth. */
#define USUAL_UNIT_DEPTH 6

/* Below this depth there is nothing to be had from more units. */
#define MIN_UNIT_DEPTH 3

/* Where cutting ends even if the units are long. */
#define MAX_UNITS 50000

static bool units_allocate(PerftUnits *units, size_t count, int depth) {
    units->count = 0;
    units->depth = depth;
    units->units =
        memory_allocate(_Alignof(PerftUnit), (count > 0 ? count : 1) * sizeof(PerftUnit));
    return units->units;
}

/* Replaces each unit by those one ply below. On false nothing has changed. */
static bool units_deepen(PerftUnits *units) {
    size_t successors = 0;
    for (size_t i = 0; i < units->count; i++)
        successors += (size_t)movegen_count(&units->units[i].position);
    PerftUnits next;
    if (!units_allocate(&next, successors, units->depth - 1))
        return false;
    for (size_t i = 0; i < units->count; i++) {
        const PerftUnit *parent = &units->units[i];
        const MoveList moves = movegen_list(&parent->position);
        for (int k = 0; k < moves.count; k++) {
            PerftUnit *unit = &next.units[next.count++];
            position_make(&parent->position, &unit->position, moves.moves[k]);
            unit->times = parent->times;
        }
    }
    memory_free(units->units);
    *units = next;
    return true;
}

typedef struct HashedUnit {
    PerftHash hash;
    size_t index;
} HashedUnit;

/* By hash; of the same position the first unit first. */
static int compare_hashed_units(const void *a, const void *b) {
    const HashedUnit *first = a, *second = b;
    if (first->hash.place != second->hash.place)
        return first->hash.place < second->hash.place ? -1 : 1;
    if (first->hash.check != second->hash.check)
        return first->hash.check < second->hash.check ? -1 : 1;
    return first->index < second->index ? -1 : 1;
}

/* Makes one unit of all that are the same position. Without memory nothing changes. */
static void units_merge(PerftUnits *units) {
    HashedUnit *hashed = malloc((units->count > 0 ? units->count : 1) * sizeof *hashed);
    if (!hashed)
        return;
    for (size_t i = 0; i < units->count; i++)
        hashed[i] = (HashedUnit){perft_position_hash(&units->units[i].position, units->depth), i};
    qsort(hashed, units->count, sizeof *hashed, compare_hashed_units);
    PerftUnit *kept = NULL;
    for (size_t i = 0; i < units->count; i++) {
        PerftUnit *unit = &units->units[hashed[i].index];
        bool same = kept && hashed[i].hash.place == hashed[i - 1].hash.place &&
                    hashed[i].hash.check == hashed[i - 1].hash.check;
        if (same) {
            kept->times += unit->times;
            unit->times = 0;
        } else {
            kept = unit;
        }
    }
    free(hashed);
    size_t count = 0;
    for (size_t i = 0; i < units->count; i++) {
        if (units->units[i].times > 0)
            units->units[count++] = units->units[i];
    }
    units->count = count;
}

bool perft_units_create(PerftUnits *units, const Position *position, int depth, size_t wanted,
                        bool merge) {
    if (!units_allocate(units, 1, depth))
        return false;
    units->units[units->count++] = (PerftUnit){*position, 1};
    while (units->count > 0 && units->count < MAX_UNITS &&
           (units->depth > USUAL_UNIT_DEPTH ||
            (units->depth > MIN_UNIT_DEPTH && units->count < wanted))) {
        if (!units_deepen(units))
            break;
        if (merge)
            units_merge(units);
    }
    return true;
}

void perft_units_destroy(PerftUnits *units) {
    memory_free(units->units);
}
