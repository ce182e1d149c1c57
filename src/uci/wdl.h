#pragma once

#include "chess/position.h"
#include "search/score.h"

/* Chances of the side to move in permille; their sum is 1000. */
typedef struct Wdl {
    int win;
    int draw;
    int loss;
} Wdl;

/* Pawns count 1, minor pieces 3, rooks 5, queens 9, of both sides together. */
int wdl_material(const Position *position);

/* What a score at this much material has come to in Quorum's self-play games; scripts/fit-wdl
 * is how that was found. A mate is certain. Pure; any thread. */
Wdl wdl_of(Score score, int material);
