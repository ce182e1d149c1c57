#pragma once

#include "search/score.h"

/* Values that the user has given to positions, found by the position's key: pieces, side to move,
 * castling rights and en-passant square count, counters and history do not. One thread changes the
 * set while no search runs; then any number of threads may read it. */
typedef struct PositionValues PositionValues;

/* An empty set; NULL without memory. */
PositionValues *position_values_create(void);
void position_values_destroy(PositionValues *values);

/* Sets or replaces a value in centipawns from White's view; false without memory. */
bool position_values_set(PositionValues *values, uint64_t key, Score white_value);

/* False when the position has no value. */
bool position_values_remove(PositionValues *values, uint64_t key);
void position_values_clear(PositionValues *values);

int position_values_count(const PositionValues *values);

/* False, and *white_value is unchanged, when the position has no value. */
bool position_values_find(const PositionValues *values, uint64_t key, Score *white_value);
