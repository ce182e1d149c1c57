#pragma once

#include "search/worker.h"

/* Reports of what refutes each root move but the best. Both do nothing when nobody listens or the
 * search is young. */

/* After an iteration, if the last report was not just before: from the table, or where that has no
 * reply from a short search. By the main thread. */
void refutation_report(Worker *worker);

/* At the end, when `best` is to be played: from the table alone. Any thread. */
void refutation_report_last(SearchControl *control, Move best);
