#pragma once

#include <stdint.h>

#include "search/score.h"

/* What one worker would play. */
typedef struct Ballot {
    Move move; /* MOVE_NONE for a worker that has nothing to say */
    Score score;
    int depth;
} Ballot;

/* A ballot in one word, so that it can be written and read atomically. 0 is one of MOVE_NONE. */
typedef uint64_t PackedBallot;

static inline PackedBallot ballot_pack(const Ballot *ballot) {
    return (uint64_t)(uint32_t)ballot->score << 32 | (uint64_t)(uint16_t)ballot->depth << 16 |
           ballot->move;
}

static inline Ballot ballot_unpack(PackedBallot packed) {
    return (Ballot){(Move)packed, (Score)(uint32_t)(packed >> 32), (uint16_t)(packed >> 16)};
}

/* Where the first, of the main thread or of this process, has come to the depth that was asked for,
 * 0 for none: those that have not are not heard. Pure, as are the next two. */
void vote_silence_shallow(Ballot *ballots, int count, int depth);

/* Those of processes more than VOTE_LAG plies behind the first, which may have begun late, are not
 * heard, but for a proved win. */
void vote_silence_late(Ballot *ballots, int count);

/* Index of the worker whose line is played: workers that agree on a move add up, each weighted by
 * the depth it has reached and by how far its score is above the lowest, half where it is more than
 * VOTE_LAG plies behind the deepest. A proved win wins at once, the shortest first. A proved loss
 * wins against lines that are none from no deeper, and loses against those from deeper, however
 * many there are of either. count >= 1; the main thread's is first and wins ties. */
int vote_choose(const Ballot *ballots, int count);
