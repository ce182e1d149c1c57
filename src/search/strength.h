#pragma once

#include "search/limits.h"
#include "search/score.h"

/* Play below full strength. A weaker player looks at fewer positions and misjudges what it sees:
 * one worker searches a number of nodes that grows with the Elo, and each root move has an error,
 * drawn once a search, by which its score is wrong. Mates that are seen are not misjudged. All
 * functions are pure. */

#define STRENGTH_MIN_ELO     800
#define STRENGTH_MAX_ELO     2800
#define STRENGTH_DEFAULT_ELO 1500

/* The other scale that users know: levels from 0 up to this one, which is full strength. */
#define STRENGTH_FULL_LEVEL 20

/* The Elo of a level below that: STRENGTH_MIN_ELO for 0, and the same step from each to the next.
 */
int strength_level_elo(int level);

/* Nodes that a player of this strength searches for a move. */
uint64_t strength_nodes(int elo);

/* The error on a root move in centipawns: a function of strength, seed, position and move. The
 * errors of many moves have mean 0 and are spread about as the normal distribution. */
Score strength_error(int elo, uint64_t seed, uint64_t position_key, Move move);
