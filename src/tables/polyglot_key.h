#pragma once

#include "chess/position.h"

/* The key under which a position stands in a book of Polyglot's format. The format counts the
 * en-passant file as soon as a pawn of the side to move stands beside the one that has just made
 * two steps; a Position knows it only where the capture is legal, so that one with such a pawn
 * pinned has another key here and is not found. Pure. */
uint64_t polyglot_key(const Position *position);
