#pragma once

#include "search/control.h"
#include "search/pool.h"

/* What a search comes to: whose line is played, and what is said of it at the end. */
typedef struct Verdict {
    PublishedLine lines[MAX_MOVES];
    Ballot partner_ballots[1 + PARTNERS_MAX]; /* of this process, and then of its partners */
} Verdict;

/* Has the workers vote, and then the partners, and reports the final lines and the best move. The
 * workers may still be at work; what they have published is taken as it is. Returns the score of
 * the first line, SCORE_NONE where nobody has searched. By who conducts the search, once. */
Score verdict_report(Verdict *verdict, SearchControl *control, Pool *pool);
