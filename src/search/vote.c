#include "search/vote.h"

#include <stdint.h>

#include "base/integers.h"
#include "search/tunables.h"

/* The sums of votes, by move. */
typedef struct Tally {
    int count;
    Move moves[MAX_MOVES];
    int64_t votes[MAX_MOVES];
    int lost_depth; /* the greatest at which somebody has proved that all lose, 0 for nobody */
} Tally;

static int tally_index(Tally *tally, Move move) {
    int i = 0;
    while (i < tally->count && tally->moves[i] != move)
        i++;
    if (i == tally->count) {
        tally->moves[i] = move;
        tally->votes[i] = 0;
        tally->count++;
    }
    return i;
}

static bool proves_loss(const Ballot *ballot) {
    return ballot->score <= -SCORE_TABLEBASE_BOUND;
}

/* Who is to be heard first, of ballots of no win. A loss is proved of all moves: the root does not
 * offer one before it has searched the others. A score that is none counts against it when it is
 * from deeper, and otherwise has only seen less. */
static int standing(const Tally *tally, const Ballot *ballot) {
    if (proves_loss(ballot))
        return 1;
    return tally->lost_depth > 0 && ballot->depth <= tally->lost_depth ? 0 : 2;
}

/* A worker that is far behind the deepest has not seen what it has: half a vote. */
static int64_t weight_of(const Ballot *ballot, Score lowest, int deepest) {
    const int64_t weight = (int64_t)(ballot->score - lowest + VOTE_FLOOR) * ballot->depth;
    return ballot->depth < deepest - VOTE_LAG ? weight / 2 : weight;
}

static void count_votes(Tally *tally, const Ballot *ballots, int count) {
    Score lowest = SCORE_INFINITE;
    int deepest = 0;
    for (int i = 0; i < count; i++) {
        if (ballots[i].move == MOVE_NONE)
            continue;
        lowest = int_min(lowest, ballots[i].score);
        deepest = int_max(deepest, ballots[i].depth);
    }
    tally->count = tally->lost_depth = 0;
    for (int i = 0; i < count; i++) {
        const Ballot *ballot = &ballots[i];
        if (ballot->move == MOVE_NONE)
            continue;
        const int move = tally_index(tally, ballot->move);
        tally->votes[move] += weight_of(ballot, lowest, deepest);
        if (proves_loss(ballot) && ballot->depth > tally->lost_depth)
            tally->lost_depth = ballot->depth;
    }
}

static bool is_better(Tally *tally, const Ballot *challenger, const Ballot *holder) {
    if (challenger->move == MOVE_NONE || holder->move == MOVE_NONE)
        return challenger->move != MOVE_NONE;
    if (challenger->score >= SCORE_TABLEBASE_BOUND || holder->score >= SCORE_TABLEBASE_BOUND)
        return challenger->score > holder->score;
    const int ahead = standing(tally, challenger) - standing(tally, holder);
    if (ahead != 0)
        return ahead > 0; /* however many vote for the other */
    if (challenger->move == holder->move)
        return challenger->depth > holder->depth;
    return tally->votes[tally_index(tally, challenger->move)] >
           tally->votes[tally_index(tally, holder->move)];
}

void vote_silence_shallow(Ballot *ballots, int count, int depth) {
    for (int i = 1; i < count && ballots[0].depth >= depth; i++) {
        if (ballots[i].depth < depth)
            ballots[i].move = MOVE_NONE;
    }
}

void vote_silence_late(Ballot *ballots, int count) {
    for (int i = 1; i < count; i++) {
        if (ballots[i].depth < ballots[0].depth - VOTE_LAG &&
            ballots[i].score < SCORE_TABLEBASE_BOUND)
            ballots[i].move = MOVE_NONE;
    }
}

int vote_choose(const Ballot *ballots, int count) {
    Tally tally;
    count_votes(&tally, ballots, count);
    int chosen = 0;
    for (int i = 1; i < count; i++) {
        if (is_better(&tally, &ballots[i], &ballots[chosen]))
            chosen = i;
    }
    return chosen;
}
