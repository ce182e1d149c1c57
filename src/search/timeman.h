#pragma once

#include "search/limits.h"
#include "search/options.h"

/* How long to think. All times but the last are microseconds since the clock of the search began to
 * run. */
typedef struct TimeBudget {
    bool limited;        /* a clock or a move time binds the search */
    bool adjustable;     /* the optimum may be scaled by how the search goes */
    int64_t optimum_us;  /* begin no new iteration after this */
    int64_t maximum_us;  /* stop wherever the search is */
    int64_t movetime_us; /* likewise, since `go`, where there is a move time */
} TimeBudget;

/* What an iteration of the search says of how much thought the move still needs. */
typedef struct TimeSigns {
    int stability;   /* iterations that have kept the same best move, not counting shallow ones */
    int changes;     /* of the best move, 1/1000, those of each iteration half those of the next */
    int fall;        /* centipawns that the score has fallen since this side's last move */
    int fall_lately; /* and since some iterations before */
    int effort;      /* 1/1000 of the nodes that went into the best move */
    uint64_t nodes;  /* that the thread has searched */
} TimeSigns;

/* Gives the side to move a clock where only the other's, increments or moves to go were given, and
 * so a search that nothing would end: the other's, or else as much as a move adds. */
void timeman_complete_clock(SearchLimits *limits, Color side);

/* The budget for move number `move_number` of a game, which counts from 1. The overhead is lost
 * between the engine and the clock for every move: that of this move is kept back whole, that of
 * those to come up to TIME_RESERVE_MOST percent of the time, and before a time control no move
 * takes what the others up to it lose. With the option Ponder on, time the opponent thinks is
 * partly ours and the optimum grows. The share of the clock that one move gets grows with the game;
 * where increments are all that is left to live on, some of the clock stays as a reserve (both as
 * in Stockfish). Before a time control, and where increments are small, it is an even share of a
 * part of the time: so it was measured when moves of few nodes took up to twice their optimum.
 * Pure. */
TimeBudget timeman_plan(const SearchLimits *limits, Color side, int move_number,
                        const SearchOptions *options);

/* The optimum scaled by the signs after an iteration (scores: as in Stockfish, 2020; changes: as in
 * Stockfish). The fewer nodes, the less calm the signs: on average moves of 47,000 nodes would take
 * 1.7 of their optimum, so that searches of fewer than some 65,000 have less. Pure. */
int64_t timeman_adjusted_optimum(const TimeBudget *budget, const TimeSigns *signs);
