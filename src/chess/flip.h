#pragma once

#include "chess/position.h"

/* The same position with colours exchanged: what White had on a1, Black has on a8, and the other
 * side is to move. Counters stay. The two may be the same object. Pure; any thread. */
void position_flip(const Position *from, Position *to);
