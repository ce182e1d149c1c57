#pragma once

#include "tools/epd/suite.h"

/* Sets the entry's points from `c0 "f5=10, Bf2=3"` and `c7 "f5 Bf2"; c8 "10 3"` (D. Corbitt and S.
 * Watson, Strategic Test Suite, 2010). Comments that are not such lists mean nothing. False when a
 * move of them is not legal, ambiguous, or has different points in two places: it counts nothing
 * then, and *error says why. The entry's position is set, its points are empty. */
bool epd_points_read(const EpdLine *epd, EpdEntry *entry, Reason *error);
