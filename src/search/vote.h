#pragma once

#include <stdint.h>

#include "search/score.h"

/* What one worker would play. */
typedef struct Ballot {
    Move move; /* MOVE_NONE for a worker that has nothing to say */
    Score score;
    int depth;
} Ballot;

/* A ballot in a word, that it may be written and read at once. 0 is one of MOVE_NONE. */
typedef uint64_t PackedBallot;

static inline PackedBallot ballot_pack(const Ballot *ballot) {
    return (uint64_t)(uint32_t)ballot->score << 32 | (uint64_t)(uint16_t)ballot->depth << 16 |
           ballot->move;
}

static inline Ballot ballot_unpack(PackedBallot packed) {
    return (Ballot){(Move)packed, (Score)(uint32_t)(packed >> 32), (uint16_t)(packed >> 16)};
}

/* Index of the worker whose line is played: workers that agree on a move add up, each weighted by
 * the depth it has reached and by how far its score is above the lowest, half where it is more than
 * VOTE_LAG plies behind the deepest; a proved win wins at once, the shortest first, and a proved
 * loss never against a line that is none, nor does a score of the same move from no deeper. count
 * >= 1; the main thread's is first and wins ties. Pure. */
int vote_choose(const Ballot *ballots, int count);
