#include "search/vote.h"

#include <stdint.h>

/* Added to each score so that the lowest still counts. */
#define VOTE_FLOOR 14

static Score lowest_score(const Ballot *ballots, int count) {
    Score lowest = SCORE_INFINITE;
    for (int i = 0; i < count; i++) {
        if (ballots[i].move != MOVE_NONE && ballots[i].score < lowest)
            lowest = ballots[i].score;
    }
    return lowest;
}

static int64_t votes_for(Move move, const Ballot *ballots, int count, Score lowest) {
    int64_t votes = 0;
    for (int i = 0; i < count; i++) {
        if (ballots[i].move == move)
            votes += (int64_t)(ballots[i].score - lowest + VOTE_FLOOR) * ballots[i].depth;
    }
    return votes;
}

int vote_choose(const Ballot *ballots, int count) {
    Score lowest = lowest_score(ballots, count);
    int chosen = 0;
    int64_t chosen_votes = votes_for(ballots[0].move, ballots, count, lowest);
    for (int i = 1; i < count; i++) {
        const Ballot *holder = &ballots[chosen];
        const Ballot *challenger = &ballots[i];
        if (challenger->move == MOVE_NONE)
            continue;
        int64_t votes = challenger->move == holder->move
                            ? chosen_votes
                            : votes_for(challenger->move, ballots, count, lowest);
        bool better;
        if (holder->move == MOVE_NONE)
            better = true;
        else if (challenger->score >= SCORE_MATE_BOUND || holder->score >= SCORE_MATE_BOUND)
            better = challenger->score > holder->score;
        else if (challenger->move == holder->move)
            better = challenger->depth > holder->depth;
        else
            better = votes > chosen_votes;
        if (better) {
            chosen = i;
            chosen_votes = votes;
        }
    }
    return chosen;
}
