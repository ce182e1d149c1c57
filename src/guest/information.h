#pragma once

#include "base/text.h"
#include "guest/guest.h"

/* Bits of what a line of `info` has. */
enum {
    INFORMATION_DEPTH = 1,
    INFORMATION_NODES = 2,
    INFORMATION_SCORE = 4,
    INFORMATION_MOVE = 8, /* a line that begins with a legal move */
    INFORMATION_LINE = INFORMATION_DEPTH | INFORMATION_SCORE | INFORMATION_MOVE
};
typedef unsigned InformationParts;

/* Reads what follows `info`, of the best line alone, after which moves are read on that position;
 * *info has the parts that there are, and is otherwise zeroed. Numbers out of all reason are none.
 * Pure; any thread. */
InformationParts information_read(Text line, const Position *root, GuestInfo *info);
