#pragma once

#include "search/root.h"

/* What a search decides and why, in words, for debugging. All do nothing unless somebody listens.
 * Any thread. */

/* The time that it may take. */
void decisions_budget(SearchControl *control);

/* Why it ends; SEARCH_END_NONE when a worker saw a limit on its way. */
void decisions_end(SearchControl *control, SearchEnd end);

/* What a worker has counted; nothing in a build that does not count. */
void decisions_census(SearchControl *control, const Worker *worker);

/* Whose line is played, of so many voters of a name: "thread". Nothing for a single worker. */
void decisions_vote(SearchControl *control, const Ballot *ballots, int count, int chosen,
                    const char *voter);
