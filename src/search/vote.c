#include "search/vote.h"

#include <stdint.h>

#include "search/tunables.h"

/* The sums of votes, by move. */
typedef struct Tally {
    int count;
    Move moves[MAX_MOVES];
    int64_t votes[MAX_MOVES];
} Tally;

static int64_t *tally_votes(Tally *tally, Move move) {
    int i = 0;
    while (i < tally->count && tally->moves[i] != move)
        i++;
    if (i == tally->count) {
        tally->moves[i] = move;
        tally->votes[i] = 0;
        tally->count++;
    }
    return &tally->votes[i];
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
        lowest = ballots[i].score < lowest ? ballots[i].score : lowest;
        deepest = ballots[i].depth > deepest ? ballots[i].depth : deepest;
    }
    tally->count = 0;
    for (int i = 0; i < count; i++) {
        if (ballots[i].move != MOVE_NONE)
            *tally_votes(tally, ballots[i].move) += weight_of(&ballots[i], lowest, deepest);
    }
}

static bool is_better(Tally *tally, const Ballot *challenger, const Ballot *holder) {
    if (challenger->move == MOVE_NONE || holder->move == MOVE_NONE)
        return challenger->move != MOVE_NONE;
    if (challenger->score >= SCORE_TABLEBASE_BOUND || holder->score >= SCORE_TABLEBASE_BOUND)
        return challenger->score > holder->score;
    const bool loses = challenger->score <= -SCORE_TABLEBASE_BOUND;
    if (loses != (holder->score <= -SCORE_TABLEBASE_BOUND))
        return !loses; /* however many vote for a proved loss */
    if (challenger->move == holder->move)
        return challenger->depth > holder->depth;
    return *tally_votes(tally, challenger->move) > *tally_votes(tally, holder->move);
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
