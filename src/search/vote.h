#ifndef QUORUM_SEARCH_VOTE_H
#define QUORUM_SEARCH_VOTE_H

#include "search/score.h"

/* What one worker would play. */
typedef struct Ballot {
    Move move; /* MOVE_NONE for a worker that has nothing to say */
    Score score;
    int depth;
} Ballot;

/* Index of the worker whose line is played: workers that agree on a move add up, each weighted by
 * the depth it has reached and by how far its score is above the lowest; a proven mate wins at
 * once, the shortest first. count >= 1; the lead is the first and wins ties. Pure. */
int vote_choose(const Ballot *ballots, int count);

#endif
