#include "search/position_values.h"

#include <stdlib.h>

#define INITIAL_CAPACITY 64

typedef struct Slot {
    uint64_t key;
    Score white_value;
    bool used;
} Slot;

/* Open addressing with linear probing, at most half full. */
struct PositionValues {
    Slot *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

PositionValues *position_values_create(void) {
    return calloc(1, sizeof(PositionValues));
}

void position_values_destroy(PositionValues *values) {
    if (!values)
        return;
    free(values->slots);
    free(values);
}

/* The slot of the key, or the free one where it would go. There is a free one. */
static size_t slot_of(const Slot *slots, size_t capacity, uint64_t key) {
    size_t index = key & (capacity - 1);
    while (slots[index].used && slots[index].key != key)
        index = (index + 1) & (capacity - 1);
    return index;
}

static bool make_room(PositionValues *values) {
    if (2 * (values->count + 1) <= values->capacity)
        return true;
    size_t capacity = values->capacity ? 2 * values->capacity : INITIAL_CAPACITY;
    Slot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < values->capacity; i++) {
        const Slot *slot = &values->slots[i];
        if (slot->used)
            slots[slot_of(slots, capacity, slot->key)] = *slot;
    }
    free(values->slots);
    values->slots = slots;
    values->capacity = capacity;
    return true;
}

bool position_values_set(PositionValues *values, uint64_t key, Score white_value) {
    if (!make_room(values))
        return false;
    Slot *slot = &values->slots[slot_of(values->slots, values->capacity, key)];
    values->count += !slot->used;
    *slot = (Slot){.key = key, .white_value = white_value, .used = true};
    return true;
}

bool position_values_remove(PositionValues *values, uint64_t key) {
    if (values->count == 0)
        return false;
    size_t mask = values->capacity - 1;
    size_t hole = slot_of(values->slots, values->capacity, key);
    if (!values->slots[hole].used)
        return false;
    /* Those behind it move up, so that no search for them ends at the hole. */
    for (size_t i = (hole + 1) & mask; values->slots[i].used; i = (i + 1) & mask) {
        size_t home = values->slots[i].key & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            values->slots[hole] = values->slots[i];
            hole = i;
        }
    }
    values->slots[hole].used = false;
    values->count--;
    return true;
}

void position_values_clear(PositionValues *values) {
    free(values->slots);
    values->slots = NULL;
    values->capacity = values->count = 0;
}

int position_values_count(const PositionValues *values) {
    return (int)values->count;
}

bool position_values_find(const PositionValues *values, uint64_t key, Score *white_value) {
    if (values->count == 0)
        return false;
    const Slot *slot = &values->slots[slot_of(values->slots, values->capacity, key)];
    if (slot->used)
        *white_value = slot->white_value;
    return slot->used;
}
