#pragma once

#include "chess/position.h"

/* The least size of a score, in centipawns, that says the game is decided. */
#define FILTER_DECIDED 2000

/* The standard filter: whether a static evaluation can be expected to learn the score that a search
 * gave a position, which is to say that nothing hangs in it. False in check, when the move found
 * is a capture or a promotion, and for decided games. Pure; any thread. */
bool filter_keeps(const Position *position, Move move, int score);

/* A move to stand for one that is not known: one that the filter keeps where there is such a one,
 * else any; MOVE_NONE where there is none. Pure; any thread. */
Move filter_stand_in(const Position *position);
