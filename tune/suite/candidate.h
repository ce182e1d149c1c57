#ifndef QUORUM_SUITE_CANDIDATE_H
#define QUORUM_SUITE_CANDIDATE_H

#include "chain/chain.h"
#include "suite/theme.h"
#include "tables/syzygy.h"

/* Positions of a game that are worth a look, as far as the game itself tells. */

typedef struct Candidate {
    Position position;
    Square taken_on; /* where the move before has taken something; NO_SQUARE */
    int ply;         /* of the game, from 0 */
    Move played;     /* in the game, by a small search */
} Candidate;

/* Chooses by chance a ply of the game that may have a position for that suite, as far as the scores
 * of the game and what stands on the board tell:
 *
 *   tactical    more than an ending, and restless: what the game's searches thought changed with
 *               the next two plies
 *   positional  more than an ending, and level
 *   endgame     see ending_is_one(): restless, or endgame tables know that the only move was missed
 *   mate        mate is seen now or within three moves; the winner is ahead by a rook at most, and
 *               the other side has more than its king
 *
 * None are in check, have a single legal move, are decided (but for mates), or are of Chess960 with
 * castling rights, which not every program reads. The counter of the 50-move rule is set back,
 * because not every program reads that either. tables may be NULL; *random is a state of
 * random_next(). False when the game has no such ply. Any thread. */
bool candidate_choose(const ChainGame *game, Kind kind, const SyzygyTables *tables,
                      uint64_t *random, Candidate *candidate);

#endif
